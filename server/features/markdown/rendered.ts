import { plainHtml } from './plain-text.ts'

/** Increase it whenever the HTML of a text would change: all texts are then rendered again. */
export const RENDER_VERSION = 1

/** What is stored alongside a text. */
export type Rendered = { html: string; render_version: number; tags: string[] }

/** The version of texts that have yet to be rendered. The people they mention have not been notified. */
export const PENDING = -1

/** The text is shown plain until it is rendered in the background. */
export const PENDING_TEXT: Rendered = { html: '', render_version: PENDING, tags: [] }

/** The HTML to show for a stored text. */
export function htmlOf({
  text,
  html,
  render_version,
}: {
  text: string
  html: string
  render_version: number
}): string {
  return render_version > 0 ? html : plainHtml(text)
}
