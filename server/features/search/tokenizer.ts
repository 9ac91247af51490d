import type { Term } from './full-text.ts'

type Token = { word: string; start: number; end: number }

// A mark needs a letter before it: emojis end with one.
const WORD = String.raw`[\p{L}\p{N}_][\p{L}\p{M}\p{N}_]*`
const INVISIBLE = String.raw`\u00ad\u200c-\u200f\u2060\ufeff`
// Words such as node.js, use-after-free and ada@example.org are indexed as a whole and in parts.
const WITHIN = `(?:[.:/@'’&?=%~+#${INVISIBLE}-]+${WORD})*`
const COMPOUND = new RegExp(
  String.raw`(?:[hH][tT]{2}[pP][sS]?://)?(?<compound>\.?${WORD}${WITHIN}(?:\+{1,2}|#)?)`,
  'gu',
)
const SEGMENT = /[^:/@&?=%~]+/gu
const PART = /[\p{L}\p{M}\p{N}]+/gu
const HAS_PARTS = /[^\p{L}\p{M}\p{N}]/u
// example.org finds www.example.org, and after-free finds use-after-free.
const TAIL = /(?<=[-._])[\p{L}\p{M}\p{N}]/gu
const MAX_TAILS = 4

const VARIATIONS = String.raw`\ufe00-\ufe0f\u{e0100}-\u{e01ef}`

// Without spaces, each pair of letters is a word. Kana marks may be separate.
const IN_PAIRS = String.raw`[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u30fc\u3005\uff70\u3099\u309a\uff9e\uff9f${VARIATIONS}]`
const SCRIPTS = new RegExp(`(?<pairs>${IN_PAIRS}+)|(?:(?!${IN_PAIRS}).)+`, 'gsu')
const HAS_PAIRS = new RegExp(IN_PAIRS, 'u')

const MAX_WORD = 64
const MIN_PREFIX = 2
const MAX_TERMS = 16

const ASCII = /^[\0-\x7f]*$/
// Accents of Latin, Greek and Cyrillic letters, keycaps, and invisible characters.
const IGNORED = new RegExp(String.raw`[\u0300-\u036f\u20d0-\u20ff${INVISIBLE}${VARIATIONS}]+`, 'gu')
const LETTERS: Record<string, string> = { ß: 'ss', ς: 'σ', ø: 'o', ł: 'l', đ: 'd', æ: 'ae', œ: 'oe', ı: 'i' }

export function fold(text: string): string {
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
    // Repeated segments of a long text would take tens of milliseconds.
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

/** A pattern would take quadratic time. */
function trim(segment: string): string {
  let end = segment.length
  while (end > 0 && "-.'’".includes(segment.charAt(end - 1))) end--
  return segment.slice(0, end).replace(/^[-'’]+/u, '')
}

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
    if (letters.length === 1) yield { word: letters.join(''), isPrefix: true }
    for (const [index, letter] of letters.slice(0, -1).entries()) {
      yield { word: letter + letters[index + 1], isPrefix: false }
    }
  }
}
