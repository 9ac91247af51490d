import { MAX_HTML_BYTES } from '../../../contract/limits.ts'
import { plainHtml } from '../plain-text.ts'
import { keepAllowed } from './allow-list.ts'
import { createMarkdown, hasKnownLanguage, MAX_NESTING } from './markdown.ts'
import type { Found } from './mentions-and-tags.ts'

/** What becomes of a text. Mentions lead to `/@handle`; whose handles they are is found out later. */
export type Dish = { html: string; tags: string[]; handles: string[] }

const md = createMarkdown()

/**
 * Makes HTML of Markdown. It may take long for hostile texts, so it runs in a thread with a deadline.
 * `onPlainCode` is given all of it without colours before these are added: highlighting takes longest.
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

/** Undefined if there is nothing to see, or too much of it. */
function finish(html: string): string | undefined {
  if (html.length > MAX_HTML_BYTES) return undefined
  const allowed = keepAllowed(html.trim())
  const bytes = Buffer.byteLength(JSON.stringify(allowed))
  return allowed === '' || bytes > MAX_HTML_BYTES ? undefined : allowed
}
