import { escapeHtml } from '../../platform/http/escape-html.ts'
import type { Term } from './full-text.ts'
import { fold, tokenize } from './tokenizer.ts'

const BEFORE = 60
const LENGTH = 240

type Range = { start: number; end: number }

/** Shows the Markdown if only that has the words, as in the address of a link. */
export function excerptOf({ html, text }: { html: string; text: string }, terms: Term[]): string {
  const readable = readCode(html)
  const matches = findTerms(readable.text, terms)
  return matches.length > 0
    ? markedPart(readable.text, matches, readable.code)
    : markedPart(text, findTerms(text, terms), [])
}

/** Marks code with NUL, which no text contains. */
function readCode(html: string): { text: string; code: Range[] } {
  const code: Range[] = []
  let text = ''
  const segments = readableText(html.replace(/<code\b[^>]*>|\n?<\/code>/g, '\0')).split('\0')
  for (const [index, part] of segments.entries()) {
    if (index % 2 === 1) code.push({ start: text.length, end: text.length + part.length })
    text += part
  }
  return { text, code }
}

function findTerms(text: string, terms: Term[]): Range[] {
  const matches: Range[] = []
  for (const { 0: run, index } of text.matchAll(/\S+/g)) {
    if (matches[0] && index > matches[0].start + LENGTH) break
    const folded = fold(run)
    if (!terms.some(({ word }) => folded.includes(word))) continue
    for (const { word, start, end } of tokenize(run)) {
      const isFound = terms.some((term) => (term.isPrefix ? word.startsWith(term.word) : word === term.word))
      if (isFound) matches.push({ start: index + start, end: index + end })
    }
  }
  return merge(matches)
}

function merge(ranges: Range[]): Range[] {
  const merged: Range[] = []
  for (const range of ranges.sort((a, b) => a.start - b.start)) {
    const last = merged.at(-1)
    if (last && range.start < last.end) last.end = Math.max(last.end, range.end)
    else merged.push(range)
  }
  return merged
}

function markedPart(text: string, matches: Range[], code: Range[]): string {
  const { start, end } = windowOf(text, matches[0]?.start ?? 0)
  const pieces = [start > 0 ? '… ' : '']
  let at = start
  for (const range of code) {
    const from = Math.max(range.start, at)
    const to = Math.min(range.end, end)
    if (from >= to) continue
    pieces.push(markWords(text, matches, { start: at, end: from }))
    pieces.push(`<code>${markWords(text, matches, { start: from, end: to })}</code>`)
    at = to
  }
  pieces.push(markWords(text, matches, { start: at, end }), end < text.length ? ' …' : '')
  return pieces.join('')
}

function markWords(text: string, matches: Range[], part: Range): string {
  const pieces: string[] = []
  let at = part.start
  for (const range of matches) {
    const start = Math.max(range.start, at)
    const end = Math.min(range.end, part.end)
    if (start >= end) continue
    pieces.push(escapeHtml(text.slice(at, start)), `<mark>${escapeHtml(text.slice(start, end))}</mark>`)
    at = end
  }
  return pieces.join('') + escapeHtml(text.slice(at, part.end))
}

function windowOf(text: string, first: number): Range {
  let start = Math.max(0, Math.min(first - BEFORE, text.length - LENGTH))
  if (start > 0) {
    const space = text.slice(start, first).search(/\s/)
    start = space === -1 ? startOfCharacter(text, start) : start + space + 1
  }
  let end = Math.min(text.length, start + LENGTH)
  if (end < text.length) {
    const space = text.slice(start, end).search(/\s\S*$/)
    end = space > first - start + BEFORE ? start + space : startOfCharacter(text, end)
  }
  return { start, end }
}

function startOfCharacter(text: string, index: number): number {
  const code = text.charCodeAt(index)
  return code >= 0xdc00 && code <= 0xdfff ? index - 1 : index
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", '#x27': "'" }

export function readableText(html: string): string {
  return html
    .replace(/<\/?(?:a|code|del|em|strong|span|s)\b[^>]*>/g, '')
    .replace(/<[^>]*(?:>|$)/g, ' ')
    .replace(/&(amp|lt|gt|quot|#39|#x27);/g, (_entity, name: string) => ENTITIES[name] ?? '')
    .replace(/\s+/g, ' ')
    .trim()
}
