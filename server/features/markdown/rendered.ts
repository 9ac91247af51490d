import { linkMentions, type People } from './mentions.ts'
import { plainHtml } from './plain-text.ts'

/** Increase it whenever the HTML of a text would change: all texts are then rendered again. */
export const RENDER_VERSION = 1

/** The version of texts that have yet to be rendered. The people they mention have not been notified. */
export const PENDING = -1

/** What is stored alongside a text: its HTML, the version of the renderer, and a JSON list of mentions. */
export type Rendered = { html: string; render_version: number; mentions: string }

type StoredText = Rendered & { text: string }

/** The stored HTML, or the plain text until it is rendered in the background. */
export function htmlOf({ text, html, render_version }: Omit<StoredText, 'mentions'>): string {
  return render_version > 0 ? html : plainHtml(text)
}

/** The HTML that readers see. */
export function presentHtml(stored: StoredText, people: People): string {
  return stored.render_version > 0 ? linkMentions(stored, people) : plainHtml(stored.text)
}
