import { MAX_HTML_BYTES, MAX_LENGTH } from '../../../../contract/limits.ts'
import { renderPlain } from '../plain-text.ts'
import { keepAllowed } from './allow-list.ts'
import { createMarkdown, MAX_NESTING, needsHighlighting } from './markdown.ts'
import { type Marks, type RenderedText, takeMentions } from './mentions-and-tags.ts'

const md = createMarkdown()

export function renderMarkdown(text: string): RenderedText {
  const marks: Marks = { tags: new Set(), mentions: 0 }
  const env = { marks, highlights: false }
  const tokens = md.parse(text, env)
  const isTooDeep = tokens.some(({ level, nesting }) => nesting === 1 && level >= MAX_NESTING - 1)
  // Only the pages of a community are longer than posts.
  const isLong = text.length > 2 * MAX_LENGTH.post
  const maxBytes = (isLong ? LONGEST_ESCAPE * text.length : MAX_HTML_BYTES) - marks.mentions * MAX_LINK_BYTES
  const render = (withHighlights: boolean) =>
    finish(md.renderer.render(tokens, md.options, { ...env, highlights: withHighlights }), maxBytes)
  let html: string | undefined
  if (!isTooDeep && needsHighlighting(md, tokens)) html = render(true)
  if (!isTooDeep) html ??= render(false)
  if (html === undefined) return renderPlain(text)
  return { ...takeMentions(html), tags: [...marks.tags] }
}

const MAX_LINK_BYTES = 100

const LONGEST_ESCAPE = 6

function finish(html: string, maxBytes: number): string | undefined {
  if (html.length > maxBytes) return undefined
  const allowed = keepAllowed(html.trim())
  return allowed === '' || isTooLarge(allowed, maxBytes) ? undefined : allowed
}

function isTooLarge(html: string, maxBytes: number): boolean {
  if (html.length * LONGEST_ESCAPE + 2 <= maxBytes) return false
  return Buffer.byteLength(JSON.stringify(html)) > maxBytes
}
