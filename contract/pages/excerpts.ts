import { EXCERPT_LENGTH } from '../limits.ts'

// Excerpts use the text, because some servers send no HTML.

const LONGEST_TITLE = 70
export const CHARACTERS_READ = 2_000

export function excerptOf(text: string): string {
  return shorten(linesOf(text).join(' '), EXCERPT_LENGTH)
}

export function titleOf(text: string): string {
  return shorten(splitTitle(text).title, LONGEST_TITLE)
}

/** A dot in `Node.js` or an operator such as `?` does not end a sentence. */
const FIRST_SENTENCE = /^(.+?(?:[^\s.?!][.?!]+(?=\s)|[。？！]))\s*(\S.*)$/u

export function splitTitle(text: string): { title: string; rest: string } {
  const [line = '', ...followingLines] = linesOf(text)
  const [, title = line, rest = ''] = FIRST_SENTENCE.exec(line) ?? []
  return { title, rest: shorten([rest, ...followingLines].join(' ').trim(), EXCERPT_LENGTH) }
}

export function shorten(text: string, longest: number): string {
  const line = text.replace(/\s+/g, ' ').trim()
  return line.length <= longest ? line : `${truncate(line, longest - 1).trimEnd()}…`
}

/** Never ends with half of a surrogate pair. */
function truncate(text: string, length: number): string {
  return text.slice(0, length).replace(/[\ud800-\udbff]$/, '')
}

const BLOCK_MARKS = /^\s*(?:(?:#{1,6}|[-*+]|\d{1,9}[.)])(?:\s+\[[ x]\])?\s+|>\s?)+/i
const RULE = /^\s*(?:(?:-\s*){3,}|(?:\*\s*){3,}|(?:_\s*){3,}|=+)$/
const ONLY_TAGS = /^\s*(?:#[\p{L}\p{N}.+-]+\s*)+$/u

/** Falls back to the words in tables and code, and then to those in tags. */
function linesOf(text: string): string[] {
  const lines = truncate(text, CHARACTERS_READ)
    .split('\n')
    .map((line) => line.replace(BLOCK_MARKS, ''))
    .filter((line) => !RULE.test(line))
  const sentences = withoutTables(withoutCode(lines))
  const choices = [sentences.filter((line) => !ONLY_TAGS.test(line)), sentences, lines.map(withoutFrame)]
  const words = choices.map(withoutMarks)
  return words.find((lines) => lines.length > 0) ?? [text.trim()]
}

const FENCE = /^\s*(`{3,}|~{3,})/

function withoutCode(lines: string[]): string[] {
  let openFence: string | undefined
  return lines.filter((line) => {
    const fence = FENCE.exec(line)?.[1]
    const isOutside = openFence === undefined && fence === undefined
    if (openFence === undefined) openFence = fence
    else if (fence?.startsWith(openFence)) openFence = undefined
    return isOutside
  })
}

const DELIMITERS = /^\s*\|?(?:\s*:?-+:?\s*\|)+(?:\s*:?-+:?\s*)?$/

/** A table starts one line above its delimiters and ends at an empty line. */
function withoutTables(lines: string[]): string[] {
  let isTable = false
  return lines.filter((line, index) => {
    isTable =
      line.trim() !== '' && (isTable || (line.includes('|') && DELIMITERS.test(lines[index + 1] ?? '')))
    return !isTable
  })
}

function withoutFrame(line: string): string {
  return FENCE.test(line) || DELIMITERS.test(line) ? '' : line.replaceAll('|', ' ')
}

const INLINE_CODE = /(`+)([^`\n]+)\1/

function withoutMarks(lines: string[]): string[] {
  return lines
    .join('\n')
    .split(INLINE_CODE)
    .map((text, index) => {
      // Splitting yields plain text, backticks and code in turn.
      if (index % 3 === 0) return withoutInlineMarks(text)
      return index % 3 === 1 ? '' : text
    })
    .join('')
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
}

function withoutInlineMarks(text: string): string {
  return text
    .replace(/!?\[([^\]\n]*)\]\([^)\n]*\)/g, '$1')
    .replace(/<(https?:[^>\s]*)>/g, '$1')
    .replace(/(?<!\\)\*\*|~~/g, '')
    .replace(/(?<![\w\\])__(?=\S)([^\n]*?\S)__(?!\w)/g, '$1')
    .replace(/(?<![\w*\\])\*(?=[^\s*])([^*\n]*[^\s*\\])\*(?![\w*])/g, '$1')
    .replace(/(?<![\w\\])_(?=[^\s_])([^_\n]*[^\s_\\])_(?!\w)/g, '$1')
    .replace(/\\([!-/:-@[-`{-~])/g, '$1')
}
