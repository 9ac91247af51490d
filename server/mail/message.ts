import { escapeHtml } from '../http/escape-html.ts'

export type Message = {
  to: string
  subject: string
  /** Plain text, one paragraph each. */
  paragraphs: string[]
  /** The link to follow, below the paragraphs. */
  link?: { text: string; url: string }
}

/** Renders the message as plain text and as HTML, with the same words. */
export function renderMessage({ paragraphs, link }: Message): { text: string; html: string } {
  const lines = link ? [...paragraphs, `${link.text}: ${link.url}`] : paragraphs
  const button = link
    ? `<p><a href="${escapeHtml(link.url)}" style="display:inline-block;padding:10px 16px;border-radius:6px;background:#0f766e;color:#fff;text-decoration:none">${escapeHtml(link.text)}</a></p>`
    : ''
  const body = paragraphs.map((paragraph) => `<p>${escapeHtml(paragraph)}</p>`).join('')
  return {
    text: `${lines.join('\n\n')}\n`,
    html: `<!doctype html><html lang="en"><body style="font:16px/1.5 system-ui,sans-serif;max-width:36em">${body}${button}</body></html>`,
  }
}
