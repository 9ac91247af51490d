import type { Term } from './full-text.ts'

// All engines use this tokenizer, so that a query has the same hits on all of them.

type Token = { word: string; start: number; end: number }

// A mark without a letter before it belongs to no word: emojis end with one.
const WORD = String.raw`[\p{L}\p{N}_][\p{L}\p{M}\p{N}_]*`
// The soft hyphen, joiners, non-joiners and direction marks.
const INVISIBLE = String.raw`\u00ad\u200c-\u200f\u2060\ufeff`
// Words such as node.js, use-after-free and ada@example.org are indexed in full and in parts.
const WITHIN = `(?:[.:/@'’&?=%~+#${INVISIBLE}-]+${WORD})*`
const COMPOUND = new RegExp(
  String.raw`(?:[hH][tT]{2}[pP][sS]?://)?(?<compound>\.?${WORD}${WITHIN}(?:\+{1,2}|#)?)`,
  'gu',
)
const SEGMENT = /[^:/@&?=%~]+/gu
const PART = /[\p{L}\p{M}\p{N}]+/gu
const HAS_PARTS = /[^\p{L}\p{M}\p{N}]/u
// So example.org finds www.example.org, and after-free finds use-after-free.
const TAIL = /(?<=[-._])[\p{L}\p{M}\p{N}]/gu
const MAX_TAILS = 4

// Variation selectors choose how the character before them looks.
const VARIATIONS = String.raw`\ufe00-\ufe0f\u{e0100}-\u{e01ef}`

// Most of these scripts have no spaces, so each pair of letters is a word. Kana marks may be separate.
const IN_PAIRS = String.raw`[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u30fc\u3005\uff70\u3099\u309a\uff9e\uff9f${VARIATIONS}]`
const SCRIPTS = new RegExp(`(?<pairs>${IN_PAIRS}+)|(?:(?!${IN_PAIRS}).)+`, 'gsu')
const HAS_PAIRS = new RegExp(IN_PAIRS, 'u')

// The rest of a longer word is ignored.
const MAX_WORD = 64
const MIN_PREFIX = 2
const MAX_TERMS = 16

const ASCII = /^[\0-\x7f]*$/
// The accents of Latin, Greek and Cyrillic letters, enclosing keycaps, and invisible characters.
const IGNORED = new RegExp(String.raw`[\u0300-\u036f\u20d0-\u20ff${INVISIBLE}${VARIATIONS}]+`, 'gu')
const LETTERS: Record<string, string> = { ß: 'ss', ς: 'σ', ø: 'o', ł: 'l', đ: 'd', æ: 'ae', œ: 'oe', ı: 'i' }

export function fold(text: string): string {
  // Most words are ASCII and need no more.
  if (ASCII.test(text)) return text.toLowerCase()
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(IGNORED, '')
    .normalize('NFC')
    .replaceAll('’', "'")
    .replaceAll(/[ßςøłđæœı]/g, (letter) => LETTERS[letter] ?? letter)
}

export const wordsOf = (text: string) => new Set(tokenize(text).map(({ word }) => word))

export function* tokenize(text: string): Generator<Token> {
  for (const { compound, index } of compoundsOf(text)) {
    if (HAS_PAIRS.test(compound)) yield* tokenizeByScript(compound, index)
    else yield* tokenizeCompound(compound, index)
  }
}

function* compoundsOf(text: string): Generator<{ compound: string; index: number }> {
  // Full-width marks are parts of names, such as Ｃ＋＋. The length stays the same.
  const narrow = text.replaceAll(/[＋＃．]/g, (mark) => mark.normalize('NFKC'))
  for (const { 0: match, index, groups } of narrow.matchAll(COMPOUND)) {
    const compound = groups?.compound ?? ''
    yield { compound, index: index + match.length - compound.length }
  }
}

function* tokenizeCompound(compound: string, start: number): Generator<Token> {
  const seen = new Set<string>()
  for (const { piece, offset } of piecesOf(compound)) {
    const word = shorten(fold(piece))
    // Accents without a letter fold to nothing.
    if (word === '' || seen.has(word)) continue
    seen.add(word)
    yield { word, start: start + offset, end: start + offset + piece.length }
  }
}

function* piecesOf(compound: string): Generator<{ piece: string; offset: number }> {
  yield { piece: compound, offset: 0 }
  if (!HAS_PARTS.test(compound)) return
  const seen = new Set<string>()
  for (const { 0: segment, index } of compound.matchAll(SEGMENT)) {
    // A long text of the same few letters would take tens of milliseconds.
    if (seen.has(segment)) continue
    seen.add(segment)
    const trimmed = trim(segment)
    const offset = index + segment.indexOf(trimmed)
    yield { piece: trimmed, offset }
    if (!HAS_PARTS.test(trimmed)) continue
    const tails = trimmed.length > MAX_WORD ? [] : trimmed.matchAll(TAIL).take(MAX_TAILS)
    for (const tail of tails) yield { piece: trimmed.slice(tail.index), offset: offset + tail.index }
    for (const part of trimmed.matchAll(PART)) yield { piece: part[0], offset: offset + part.index }
  }
}

/** A regular expression would take quadratic time to find the end of the marks. */
function trim(segment: string): string {
  let end = segment.length
  while (end > 0 && "-.'’".includes(segment.charAt(end - 1))) end--
  return segment.slice(0, end).replace(/^[-'’]+/u, '')
}

/** Does not split a surrogate pair. */
function shorten(word: string): string {
  const short = word.slice(0, MAX_WORD)
  return short.isWellFormed() ? short : short.slice(0, -1)
}

function* tokenizeByScript(compound: string, start: number): Generator<Token> {
  for (const { 0: run, index, groups } of compound.matchAll(SCRIPTS)) {
    const at = start + index
    if (groups?.pairs) yield* tokenizePairs(run, at)
    else for (const inner of compoundsOf(run)) yield* tokenizeCompound(inner.compound, at + inner.index)
  }
}

/** The last letter begins no pair, so it is a word too. */
function* tokenizePairs(run: string, start: number): Generator<Token> {
  const letters = [...fold(run)]
  const isSameLength = letters.join('').length === run.length
  let at = start
  for (const [index, letter] of letters.entries()) {
    const word = letter + (letters[index + 1] ?? '')
    yield isSameLength ? { word, start: at, end: at + word.length } : { word, start, end: start + run.length }
    at += letter.length
  }
}

/** Whatever the query contains, it is never an error. */
export function tokenizeQuery(query: string): Term[] {
  const terms = new Map<string, Term>()
  for (const { compound } of compoundsOf(query)) {
    for (const term of termsOf(compound)) {
      if (term.word !== '' && terms.size < MAX_TERMS) terms.set(term.word, term)
    }
  }
  return [...terms.values()]
}

function* termsOf(compound: string): Generator<Term> {
  for (const { 0: run, groups } of compound.matchAll(SCRIPTS)) {
    if (!groups?.pairs) {
      for (const inner of compoundsOf(run)) {
        const word = shorten(fold(inner.compound))
        yield { word, isPrefix: [...word].length >= MIN_PREFIX }
      }
      continue
    }
    const letters = [...fold(run)]
    // A single letter finds the pairs that it begins, and itself at the end of a run.
    if (letters.length === 1) yield { word: letters.join(''), isPrefix: true }
    for (const [index, letter] of letters.slice(0, -1).entries()) {
      yield { word: letter + letters[index + 1], isPrefix: false }
    }
  }
}
