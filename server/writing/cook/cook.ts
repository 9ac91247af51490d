import { MAX_HTML_BYTES } from '../../../contract/limits.ts'
import { plainHtml } from '../plain-text.ts'
import { keepAllowed } from './allow-list.ts'
import { createMarkdown, hasKnownLanguage, MAX_NESTING } from './markdown.ts'
import type { Found } from './mentions-and-tags.ts'

/** The result of cooking a text. Mentions lead to `/@handle`; their owners are looked up later. */
export type Dish = { html: string; tags: string[]; handles: string[] }

const md = createMarkdown()

/**
 * Makes HTML of Markdown. Hostile texts may take long, so it runs in a thread with a deadline. `onPlainCode` receives
 * the result before code is highlighted, which takes longest.
 */
export function cook(text: string, onPlainCode: (dish: Dish) => void = () => {}): Dish {
  const found: Found = { tags: new Set(), handles: [] }
  const env = { found, highlights: false }
  const tokens = md.parse(text, env)
  const dish = (html: string) => ({ html, tags: [...found.tags], handles: found.handles })
  const isTooDeep = tokens.some(({ level, nesting }) => nesting === 1 && level >= MAX_NESTING - 1)
  const plain = isTooDeep ? undefined : finish(md.renderer.render(tokens, md.options, env))
  if (plain === undefined) return { html: plainHtml(text), tags: [], handles: [] }
  if (!hasKnownLanguage(md, tokens)) return dish(plain)
  onPlainCode(dish(plain))
  const highlighted = finish(md.renderer.render(tokens, md.options, { ...env, highlights: true }))
  return dish(highlighted ?? plain)
}

/** Undefined if the result is empty or too large. */
function finish(html: string): string | undefined {
  if (html.length > MAX_HTML_BYTES) return undefined
  const allowed = keepAllowed(html.trim())
  const bytes = Buffer.byteLength(JSON.stringify(allowed))
  return allowed === '' || bytes > MAX_HTML_BYTES ? undefined : allowed
}
