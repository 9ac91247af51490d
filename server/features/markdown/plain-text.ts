import { escapeHtml } from '../../platform/http/escape-html.ts'
import {
  attributesOf,
  MARKS,
  type Marks,
  MENTION_END,
  MENTION_START,
  type RenderedText,
  takeMentions,
} from './render/mentions-and-tags.ts'

export const plainHtml = (text: string) => paragraphsOf(escapeHtml(text))

/** Takes linear time. Tags are no links, so the size has the same bound as any HTML. */
export function renderPlain(text: string): RenderedText {
  const marks: Marks = { tags: new Set(), mentions: 0 }
  let marked = ''
  let end = 0
  for (const { 0: mark, index, groups = {} } of text.matchAll(MARKS)) {
    if (!attributesOf(groups, marks) || !groups.handle) continue
    marked += escapeHtml(text.slice(end, index)) + MENTION_START + mark + MENTION_END
    end = index + mark.length
  }
  marked += escapeHtml(text.slice(end))
  return { ...takeMentions(paragraphsOf(marked)), tags: [...marks.tags] }
}

function paragraphsOf(html: string): string {
  const paragraphs: string[][] = [[]]
  for (const line of html.split(/\r\n|[\r\n]/)) {
    const trimmed = line.trim()
    if (trimmed === '') paragraphs.push([])
    else paragraphs.at(-1)?.push(trimmed)
  }
  return paragraphs
    .filter((lines) => lines.length > 0)
    .map((lines) => `<p>${lines.join('<br>')}</p>`)
    .join('\n')
}
