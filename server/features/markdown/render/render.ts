import { MAX_HTML_BYTES } from '../../../../contract/limits.ts'
import type { HandleInText } from '../mentions.ts'
import { plainHtml } from '../plain-text.ts'
import { keepAllowed } from './allow-list.ts'
import { createMarkdown, hasKnownLanguage, MAX_NESTING } from './markdown.ts'
import { type Found, MENTION_END, MENTION_START } from './mentions-and-tags.ts'

export type RenderedMarkdown = { html: string; tags: string[]; handles: HandleInText[] }

const md = createMarkdown()

/** Hostile texts may take long, above all to highlight, so this runs in a thread with a deadline. */
export function renderMarkdown(text: string, { highlights = true } = {}): RenderedMarkdown {
  const found: Found = { tags: new Set(), mentions: 0 }
  const env = { found, highlights: false }
  const tokens = md.parse(text, env)
  const isTooDeep = tokens.some(({ level, nesting }) => nesting === 1 && level >= MAX_NESTING - 1)
  const maxBytes = MAX_HTML_BYTES - found.mentions * MAX_LINK_BYTES
  const render = (withHighlights: boolean) =>
    finish(md.renderer.render(tokens, md.options, { ...env, highlights: withHighlights }), maxBytes)
  let html: string | undefined
  if (!isTooDeep && highlights && hasKnownLanguage(md, tokens)) html = render(true)
  if (!isTooDeep) html ??= render(false)
  if (html === undefined) return { html: plainHtml(text), tags: [], handles: [] }
  return { ...takeMentions(html), tags: [...found.tags] }
}

/** No text can contain these elements, as its `<` is escaped. */
function takeMentions(marked: string): { html: string; handles: HandleInText[] } {
  const [first = '', ...rest] = marked.split(MENTION_START)
  let html = first
  const handles = rest.map((piece) => {
    const [mention = '', ...after] = piece.split(MENTION_END)
    const start = html.length
    html += mention + after.join(MENTION_END)
    return { handle: mention.slice(1).toLowerCase(), start, end: start + mention.length }
  })
  return { html, handles }
}

const MAX_LINK_BYTES = 100

// A character such as U+0001 is escaped as six.
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
