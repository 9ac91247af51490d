import { setPriority } from 'node:os'
import { plainHtml } from '../plain-text.ts'
import { differenceBetween } from './compare.ts'
import { type RenderedMarkdown, renderMarkdown } from './render.ts'

export type Tasks = { render: typeof render; compare: typeof compare }

// On Linux this lowers the priority of this thread only, so the event loop comes first.
if (process.platform === 'linux') setPriority(5)

export function render({ text, highlights }: { text: string; highlights: boolean }): RenderedMarkdown {
  try {
    return renderMarkdown(text, { highlights })
  } catch {
    // Deep nesting can overflow the stack.
    return { html: plainHtml(text), tags: [], handles: [] }
  }
}

export function compare({ before, after }: { before: string; after: string }): string | null {
  return differenceBetween(before, after)
}
