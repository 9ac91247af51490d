import { MAX_HTML_BYTES } from '../../../contract/limits.ts'
import { plainHtml } from '../plain-text.ts'
import { keepAllowed } from './allow-list.ts'
import { createMarkdown, hasKnownLanguage, MAX_NESTING } from './markdown.ts'
import type { Found } from './mentions-and-tags.ts'

/** The result of cooking a text. Mentions lead to `/@handle`; their owners are looked up later. */
export type Dish = { html: string; tags: string[]; handles: string[] }

const md = createMarkdown()

type Options = {
  /** Whether code is highlighted. */
  highlights?: boolean
  /** Called before code is highlighted, which takes longest. */
  onHighlight?: () => void
}

/** Makes HTML of Markdown. Hostile texts may take long, so it runs in a thread with a deadline. */
export function cook(text: string, { highlights = true, onHighlight }: Options = {}): Dish {
  const found: Found = { tags: new Set(), handles: [] }
  const env = { found, highlights: false }
  const tokens = md.parse(text, env)
  const isTooDeep = tokens.some(({ level, nesting }) => nesting === 1 && level >= MAX_NESTING - 1)
  const render = (withHighlights: boolean) =>
    finish(md.renderer.render(tokens, md.options, { ...env, highlights: withHighlights }))
  let html: string | undefined
  if (!isTooDeep && highlights && hasKnownLanguage(md, tokens)) {
    onHighlight?.()
    html = render(true)
  }
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
