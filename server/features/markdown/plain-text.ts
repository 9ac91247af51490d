import { escapeHtml } from '../../platform/http/escape-html.ts'

/** Linear in time, whatever the text. */
export function plainHtml(text: string): string {
  const paragraphs: string[][] = [[]]
  for (const line of escapeHtml(text).split(/\r\n|[\r\n]/)) {
    const trimmed = line.trim()
    if (trimmed === '') paragraphs.push([])
    else paragraphs.at(-1)?.push(trimmed)
  }
  return paragraphs
    .filter((lines) => lines.length > 0)
    .map((lines) => `<p>${lines.join('<br>')}</p>`)
    .join('\n')
}
