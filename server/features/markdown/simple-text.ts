import { escapeHtml } from '../../platform/http/escape-html.ts'
import type { RenderedMarkdown } from './render/render.ts'

// Words, single spaces between them, punctuation after or around words. A line begins with a letter, so it
// is no list, quote, heading or code.
const WORD = String.raw`["'(]*[\p{L}\p{M}\p{N}]+(?:['\u2019-][\p{L}\p{M}\p{N}]+)*["')]*(?:[.,;:!?\u2026]["')]*)?`
const LINE = String.raw`(?=\p{L})${WORD}(?: ${WORD})*`
const SIMPLE = new RegExp(String.raw`^${LINE}(?:\n{1,2}${LINE})*$`, 'u')

// Bounds the time on the main thread.
const MAX_LENGTH = 500

/** Most short texts have no Markdown. Rendering them in the thread would take a fifth of the time of a post. */
export function renderSimple(text: string): RenderedMarkdown | undefined {
  if (text.length > MAX_LENGTH || !SIMPLE.test(text)) return undefined
  const paragraphs = escapeHtml(text).split('\n\n')
  const html = paragraphs.map((paragraph) => `<p>${paragraph.replaceAll('\n', '<br>')}</p>`).join('\n')
  return { html, tags: [], handles: [] }
}
