import { escapeHtml } from './plain-text.ts'

// What can stand in a line without meaning anything to Markdown: words, blanks between them, and punctuation
// that ends or surrounds words. A line begins with a letter, so it is no list, quote, heading or code.
const WORD = String.raw`["'(]*[\p{L}\p{M}\p{N}]+(?:['’-][\p{L}\p{M}\p{N}]+)*["')]*(?:[.,;:!?…]["')]*)?`
const LINE = String.raw`(?=\p{L})${WORD}(?: ${WORD})*`
const SIMPLE = new RegExp(String.raw`^${LINE}(?:\n{1,2}${LINE})*$`, 'u')

/**
 * The HTML of a text in which nothing has a meaning to Markdown, as most short ones are; undefined for all
 * others. It is the same that the cook makes of it, without a thread.
 */
export function simpleHtml(text: string): string | undefined {
  if (text.length > MAX_LENGTH || !SIMPLE.test(text)) return undefined
  const paragraphs = escapeHtml(text).split('\n\n')
  return paragraphs.map((paragraph) => `<p>${paragraph.replaceAll('\n', '<br>')}</p>`).join('\n')
}

// The main thread must not be kept long.
const MAX_LENGTH = 500
