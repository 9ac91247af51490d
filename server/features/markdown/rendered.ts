import { linkMentions, type People } from './mentions.ts'
import { plainHtml } from './plain-text.ts'

/** Increase it whenever the HTML of a text would change: all texts are then rendered again. */
export const RENDER_VERSION = 1

export type Rendered = { html: string; render_version: number; mentions: string }

type StoredText = Rendered & { text: string }

export function htmlOf({ text, html, render_version }: Omit<StoredText, 'mentions'>): string {
  return render_version > 0 ? html : plainHtml(text)
}

export function presentHtml(stored: StoredText, people: People): string {
  return stored.render_version > 0 ? linkMentions(stored, people) : plainHtml(stored.text)
}
