import { escapeHtml } from '../http/escape-html.ts'

type LinkedLine = { text: string; url: string; detail: string }

export type Message = {
  to: string
  subject: string
  paragraphs: string[]
  sections?: { heading: string; items: LinkedLine[] }[]
  link?: { text: string; url: string }
  unsubscribe?: { reason: string; url: string }
}

const UNSUBSCRIBE = 'Unsubscribe'

export function renderMessage(message: Message): { text: string; html: string } {
  return { text: `${linesOf(message).join('\n\n')}\n`, html: htmlOf(message) }
}

function linesOf({ paragraphs, sections = [], link, unsubscribe }: Message): string[] {
  return [
    ...paragraphs.map(inOneLine),
    ...sections.flatMap(({ heading, items }) => [
      `${heading}:`,
      ...items.map(({ text, url, detail }) =>
        [inOneLine(text), inOneLine(detail), url].filter(Boolean).join('\n'),
      ),
    ]),
    ...(link ? [`${link.text}: ${link.url}`] : []),
    ...(unsubscribe ? [`${inOneLine(unsubscribe.reason)}\n${UNSUBSCRIBE}: ${unsubscribe.url}`] : []),
  ]
}

/** A line break in a name must not start a line that looks like ours. */
const inOneLine = (text: string) => text.replaceAll(/[\s\u0085]+/g, ' ')

function htmlOf({ paragraphs, sections = [], link, unsubscribe }: Message): string {
  const lists = sections.map(({ heading, items }) => {
    const lines = items.map(
      ({ text, url, detail }) =>
        `<li>${anchor(url, text)}${detail ? `<br><small>${escapeHtml(detail)}</small>` : ''}</li>`,
    )
    return `<h2 style="font-size:18px">${escapeHtml(heading)}</h2><ul>${lines.join('')}</ul>`
  })
  const body = [
    ...paragraphs.map((paragraph) => `<p>${escapeHtml(paragraph)}</p>`),
    ...lists,
    ...(link ? [`<p>${anchor(link.url, link.text, BUTTON)}</p>`] : []),
    ...(unsubscribe
      ? [`<p><small>${escapeHtml(unsubscribe.reason)} ${anchor(unsubscribe.url, UNSUBSCRIBE)}</small></p>`]
      : []),
  ]
  return `<!doctype html><html lang="en"><body style="font:16px/1.5 system-ui,sans-serif;max-width:36em">${body.join('')}</body></html>`
}

const BUTTON =
  'display:inline-block;padding:10px 16px;border-radius:6px;background:#0f766e;color:#fff;text-decoration:none'

function anchor(url: string, text: string, style?: string): string {
  return `<a href="${escapeHtml(url)}"${style ? ` style="${style}"` : ''}>${escapeHtml(text)}</a>`
}
