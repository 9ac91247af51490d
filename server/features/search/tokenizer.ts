import type { Term } from './full-text.ts'

// Finds the words of texts and queries, in the same way on every engine, so that the same query finds the same things.
// Words are folded: lower case, without the accents of Latin, Greek and Cyrillic letters.

/** A word of a text, with the range of the text that it comes from. */
export type Token = { word: string; start: number; end: number }

// A mark without a letter before it belongs to no word: emojis end with one.
const WORD = String.raw`[\p{L}\p{N}_][\p{L}\p{M}\p{N}_]*`
// Characters that nobody sees: the soft hyphen, those that join letters or keep them apart, and directions.
const INVISIBLE = String.raw`\u00ad\u200c-\u200f\u2060\ufeff`
// Words such as node.js, use-after-free and ada@example.org are indexed both as they are and in parts.
const WITHIN = `(?:[.:/@'’&?=%~+#${INVISIBLE}-]+${WORD})*`
const COMPOUND = new RegExp(
  String.raw`(?:[hH][tT]{2}[pP][sS]?://)?(?<compound>\.?${WORD}${WITHIN}(?:\+{1,2}|#)?)`,
  'gu',
)
const SEGMENT = /[^:/@&?=%~]+/gu
const PART = /[\p{L}\p{M}\p{N}]+/gu
// Most words have no parts, and this is found out quickly.
const HAS_PARTS = /[^\p{L}\p{M}\p{N}]/u
// So www.example.org is found by example.org, and use-after-free by after-free.
const TAIL = /(?<=[-._])[\p{L}\p{M}\p{N}]/gu
const MAX_TAILS = 4

// They choose how the character before them looks.
const VARIATIONS = String.raw`\ufe00-\ufe0f\u{e0100}-\u{e01ef}`

// Written without spaces, so each pair of letters is a word. The marks of kana may be separate characters.
const IN_PAIRS = String.raw`[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u30fc\u3005\uff70\u3099\u309a\uff9e\uff9f${VARIATIONS}]`
const SCRIPTS = new RegExp(
  String.raw`(?<pairs>${IN_PAIRS}+)|(?<hangul>\p{Script=Hangul}+)|(?:(?!${IN_PAIRS}|\p{Script=Hangul}).)+`,
  'gsu',
)
const HAS_PAIRS = new RegExp(String.raw`${IN_PAIRS}|\p{Script=Hangul}`, 'u')

// Of longer words only this many characters count, as they would take much space.
const MAX_WORD = 64
const MIN_PREFIX = 2

// Those of Latin, Greek and Cyrillic letters; the marks of other scripts stay.
const ACCENTS = /[\u0300-\u036f]+/g
// Of words, also what encloses the digits of keycaps, and what nobody sees.
const ACCENTS_AND_UNSEEN = new RegExp(
  String.raw`[\u0300-\u036f\u20d0-\u20ff${INVISIBLE}${VARIATIONS}]+`,
  'gu',
)
const LETTERS: Record<string, string> = {
  '’': "'",
  ß: 'ss',
  ς: 'σ',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  æ: 'ae',
  œ: 'oe',
  ı: 'i',
}

export function fold(text: string, leftOut = ACCENTS): string {
  // Most texts are ASCII, which needs no more than this.
  if (isAscii(text)) return text.toLowerCase()
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(leftOut, '')
    .normalize('NFC')
    .replaceAll(/[ßςøłđæœı’]/g, (letter) => LETTERS[letter] ?? letter)
}

export const foldWord = (text: string) => fold(text, ACCENTS_AND_UNSEEN)

function isAscii(text: string): boolean {
  for (let index = 0; index < text.length; index++) if (text.charCodeAt(index) > 0x7f) return false
  return true
}

/** All words of a text, in their order: compounds before their parts. */
export function* tokenize(text: string): Generator<Token> {
  for (const { compound, index } of compoundsOf(text)) {
    if (HAS_PAIRS.test(compound)) yield* tokenizeByScript(compound, index)
    else yield* tokenizeCompound(compound, index)
  }
}

function* compoundsOf(text: string): Generator<{ compound: string; index: number }> {
  for (const { 0: whole, index, groups } of narrow(text).matchAll(COMPOUND)) {
    const compound = groups?.compound ?? ''
    yield { compound, index: index + whole.length - compound.length }
  }
}

/** The full-width marks that are parts of names, such as Ｃ＋＋, as usual ones; as long as the text. */
function narrow(text: string): string {
  return text.replaceAll(/[＋＃．]/g, (mark) => mark.normalize('NFKC'))
}

function* tokenizeCompound(compound: string, start: number): Generator<Token> {
  if (!HAS_PARTS.test(compound)) {
    const word = shorten(foldWord(compound))
    if (word !== '') yield { word, start, end: start + compound.length }
    return
  }
  const seen = new Set<string>()
  for (const { piece, offset } of piecesOf(compound)) {
    const word = shorten(foldWord(piece))
    // Nothing is left of accents without a letter.
    if (word === '' || seen.has(word)) continue
    seen.add(word)
    yield { word, start: start + offset, end: start + offset + piece.length }
  }
}

function* piecesOf(compound: string): Generator<{ piece: string; offset: number }> {
  yield { piece: compound, offset: 0 }
  const seen = new Set<string>()
  for (const { 0: segment, index } of compound.matchAll(SEGMENT)) {
    // A long text of the same few letters would take tens of milliseconds, without a word in between.
    if (seen.has(segment)) continue
    seen.add(segment)
    const trimmed = trim(segment)
    const offset = index + segment.indexOf(trimmed)
    yield { piece: trimmed, offset }
    if (HAS_PARTS.test(trimmed)) yield* partsOf(trimmed, offset)
  }
}

function* partsOf(segment: string, offset: number): Generator<{ piece: string; offset: number }> {
  const tails = segment.length > MAX_WORD ? [] : segment.matchAll(TAIL).take(MAX_TAILS)
  for (const { index } of tails) yield { piece: segment.slice(index), offset: offset + index }
  for (const { 0: piece, index } of segment.matchAll(PART)) yield { piece, offset: offset + index }
}

/** Without the marks around it. A regular expression would take quadratic time to find the end of them. */
function trim(segment: string): string {
  let end = segment.length
  while (end > 0 && "-.'’".includes(segment.charAt(end - 1))) end--
  return segment.slice(0, end).replace(/^[-'’]+/u, '')
}

/** Never ends in the middle of a surrogate pair. */
function shorten(word: string): string {
  const short = word.slice(0, MAX_WORD)
  return short.isWellFormed() ? short : short.slice(0, -1)
}

function* tokenizeByScript(compound: string, start: number): Generator<Token> {
  for (const { 0: run, index, groups } of compound.matchAll(SCRIPTS)) {
    const at = start + index
    if (groups?.pairs) yield* tokenizePairs(run, at, false)
    else if (groups?.hangul) yield* tokenizePairs(run, at, true)
    else for (const inner of compoundsOf(run)) yield* tokenizeCompound(inner.compound, at + inner.index)
  }
}

/** The last letter begins no pair, so it is a word too, by which a search for it alone finds it. */
function* tokenizePairs(run: string, start: number, withLetters: boolean): Generator<Token> {
  const letters = [...foldWord(run)]
  const isSameLength = letters.join('').length === run.length
  let at = start
  for (const [index, letter] of letters.entries()) {
    const next = letters[index + 1]
    const end = isSameLength ? at + letter.length : start + run.length
    if (next)
      yield {
        word: letter + next,
        start: isSameLength ? at : start,
        end: isSameLength ? end + next.length : end,
      }
    if (withLetters || !next) yield { word: letter, start: isSameLength ? at : start, end }
    at += letter.length
  }
}

/** What a query asks for: all of these. Whatever it contains, it is never an error. */
export function tokenizeQuery(query: string): Term[] {
  const terms = new Map<string, Term>()
  for (const { compound } of compoundsOf(query)) {
    for (const term of HAS_PAIRS.test(compound) ? termsByScript(compound) : [termOf(compound)]) {
      if (term.word !== '' && terms.size < MAX_TERMS) terms.set(term.word, term)
    }
  }
  return [...terms.values()]
}

const MAX_TERMS = 16

function termOf(compound: string): Term {
  const word = shorten(foldWord(compound))
  return { word, isPrefix: [...word].length >= MIN_PREFIX }
}

function* termsByScript(compound: string): Generator<Term> {
  for (const { 0: run, groups } of compound.matchAll(SCRIPTS)) {
    if (!groups?.pairs && !groups?.hangul) {
      for (const inner of compoundsOf(run)) yield termOf(inner.compound)
      continue
    }
    const letters = [...foldWord(run)]
    const [only = ''] = letters
    // A single letter finds the pairs that it begins, and itself at the end of a run.
    if (letters.length === 1) yield { word: only, isPrefix: groups.pairs !== undefined }
    for (const [index, letter] of letters.slice(0, -1).entries()) {
      yield { word: letter + letters[index + 1], isPrefix: false }
    }
  }
}
