import { setPriority } from 'node:os'
import { createContext, Script } from 'node:vm'
import { renderPlain } from '../plain-text.ts'
import { differenceBetween } from './compare.ts'
import type { RenderedText } from './mentions-and-tags.ts'
import { renderMarkdown } from './render.ts'

export type Tasks = { render: typeof render; compare: typeof compare }

// Some 10 KB of code take six seconds to highlight.
const DEADLINE = 500
// The most hostile texts of this length take some 30 ms. To watch the deadline takes five times as long as most texts.
const NEVER_SLOW = 500

// On Linux this lowers the priority of this thread only, so the event loop comes first.
if (process.platform === 'linux') setPriority(5)

export function render(text: string): RenderedText {
  try {
    return text.length > NEVER_SLOW ? beforeDeadline(() => renderMarkdown(text)) : renderMarkdown(text)
  } catch {
    // It has missed the deadline, or deep nesting has overflowed the stack.
    return renderPlain(text)
  }
}

/** Null if it takes too long. */
export function compare({ before, after }: { before: string; after: string }): string | null {
  try {
    return beforeDeadline(() => differenceBetween(before, after))
  } catch {
    return null
  }
}

// Nothing else in Node ends synchronous work after a time.
const scope = createContext({ work: undefined as unknown })
const script = new Script('work()')

function beforeDeadline<Result>(work: () => Result): Result {
  scope.work = work
  return script.runInContext(scope, { timeout: DEADLINE })
}
