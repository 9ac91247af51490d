import { escapeHtml } from '../../platform/http/escape-html.ts'

// A line without Markdown: words, single spaces between them, and punctuation after or around words. It begins with a
// letter, so it is no list, quote, heading or code.
const WORD = String.raw`["'(]*[\p{L}\p{M}\p{N}]+(?:['\u2019-][\p{L}\p{M}\p{N}]+)*["')]*(?:[.,;:!?\u2026]["')]*)?`
const LINE = String.raw`(?=\p{L})${WORD}(?: ${WORD})*`
const SIMPLE = new RegExp(String.raw`^${LINE}(?:\n{1,2}${LINE})*$`, 'u')

/**
 * The HTML of a text without any Markdown, like most short texts; undefined for all others. It is the same HTML that
 * the renderer makes, but needs no thread.
 */
export function simpleHtml(text: string): string | undefined {
  if (text.length > MAX_LENGTH || !SIMPLE.test(text)) return undefined
  const paragraphs = escapeHtml(text).split('\n\n')
  return paragraphs.map((paragraph) => `<p>${paragraph.replaceAll('\n', '<br>')}</p>`).join('\n')
}

// Bounds the time on the main thread.
const MAX_LENGTH = 500
