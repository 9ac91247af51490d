import { MAX_HTML_BYTES } from '../../../../contract/limits.ts'
import { plainHtml } from '../plain-text.ts'
import { keepAllowed } from './allow-list.ts'
import { createMarkdown, hasKnownLanguage, MAX_NESTING } from './markdown.ts'
import type { Found } from './mentions-and-tags.ts'

/** Mentions lead to `/@handle`; their owners are looked up later. */
export type RenderedMarkdown = { html: string; tags: string[]; handles: string[] }

const md = createMarkdown()

/** Hostile texts may take long, above all to highlight, so it runs in a thread with a deadline. */
export function renderMarkdown(text: string, { highlights = true } = {}): RenderedMarkdown {
  const found: Found = { tags: new Set(), handles: [] }
  const env = { found, highlights: false }
  const tokens = md.parse(text, env)
  const isTooDeep = tokens.some(({ level, nesting }) => nesting === 1 && level >= MAX_NESTING - 1)
  const render = (withHighlights: boolean) =>
    finish(md.renderer.render(tokens, md.options, { ...env, highlights: withHighlights }))
  let html: string | undefined
  if (!isTooDeep && highlights && hasKnownLanguage(md, tokens)) html = render(true)
  if (!isTooDeep) html ??= render(false)
  if (html === undefined) return { html: plainHtml(text), tags: [], handles: [] }
  return { html, tags: [...found.tags], handles: found.handles }
}

// A character such as U+0001 is escaped as six.
const LONGEST_ESCAPE = 6

/** Undefined if the result is empty or too large. */
function finish(html: string): string | undefined {
  if (html.length > MAX_HTML_BYTES) return undefined
  const allowed = keepAllowed(html.trim())
  return allowed === '' || isTooLarge(allowed) ? undefined : allowed
}

function isTooLarge(html: string): boolean {
  if (html.length * LONGEST_ESCAPE + 2 <= MAX_HTML_BYTES) return false
  return Buffer.byteLength(JSON.stringify(html)) > MAX_HTML_BYTES
}
