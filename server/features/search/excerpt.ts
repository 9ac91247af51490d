import { escapeHtml } from '../../platform/http/escape-html.ts'
import { readableText } from '../markdown/readable-text.ts'
import type { Term } from './full-text.ts'
import { hasWord } from './tokenize-in-ticks.ts'
import { foldWord } from './tokenizer.ts'

const BEFORE = 60
const LENGTH = 240

type Range = { start: number; end: number }

/**
 * The part of a text around the first words that were searched for, as HTML with those words marked. It shows what
 * readers see; only where the words are elsewhere, such as in the address of a link, it shows the text as written.
 */
export async function excerptOf(
  { html, text }: { html: string; text: string },
  terms: Term[],
): Promise<string> {
  const readable = readableText(html)
  const found = await findTerms(readable, terms)
  return found.length > 0 ? markedPart(readable, found) : markedPart(text, await findTerms(text, terms))
}

/** Where the words are, as far as an excerpt can reach. Only what may contain one is tokenized, which takes longer. */
async function findTerms(text: string, terms: Term[]): Promise<Range[]> {
  const found: Range[] = []
  const isTooFar = (start: number) => found[0] !== undefined && start > found[0].start + LENGTH
  for (const { 0: run, index } of text.matchAll(/\S+/g)) {
    if (isTooFar(index)) break
    const folded = foldWord(run)
    if (!terms.some(({ word }) => folded.includes(word))) continue
    await hasWord(run, ({ word, start, end }) => {
      if (terms.some((term) => (term.isPrefix ? word.startsWith(term.word) : word === term.word))) {
        found.push({ start: index + start, end: index + end })
      }
      return isTooFar(index + start)
    })
  }
  return found
}

function markedPart(text: string, found: Range[]): string {
  const { start, end } = windowOf(text, found[0]?.start ?? 0)
  const pieces = [start > 0 ? '… ' : '']
  let at = start
  for (const range of merge(found)) {
    if (range.start < at || range.start >= end) continue
    // A word may be longer than the excerpt.
    const endOfMark = Math.min(range.end, end)
    pieces.push(
      escapeHtml(text.slice(at, range.start)),
      '<mark>',
      escapeHtml(text.slice(range.start, endOfMark)),
      '</mark>',
    )
    at = endOfMark
  }
  pieces.push(escapeHtml(text.slice(at, end)), end < text.length ? ' …' : '')
  return pieces.join('')
}

/** From the start of a word to the end of one, if there are any. Near the end of a text it shows more of what is before. */
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

/** Not in the middle of a surrogate pair. */
function startOfCharacter(text: string, index: number): number {
  const code = text.charCodeAt(index)
  return code >= 0xdc00 && code <= 0xdfff ? index - 1 : index
}

/** Compounds and their parts overlap; the first, which is the compound, counts. */
function merge(ranges: Range[]): Range[] {
  const merged: Range[] = []
  for (const range of ranges.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    const last = merged.at(-1)
    if (last && range.start < last.end) last.end = Math.max(last.end, range.end)
    else merged.push({ ...range })
  }
  return merged
}
