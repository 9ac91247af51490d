import { setPriority } from 'node:os'
import { createContext, Script } from 'node:vm'
import { renderPlain } from '../plain-text.ts'
import { differenceBetween } from './compare.ts'
import type { RenderedText } from './mentions-and-tags.ts'
import { renderMarkdown } from './render.ts'

export type Tasks = { render: typeof render; compare: typeof compare }

// Highlighting a hostile 10 KB takes six seconds.
const DEADLINE = 500
// Hostile texts of this length take 30 ms; watching the deadline is five times as slow as most texts.
const MAX_UNWATCHED_LENGTH = 500

if (process.platform === 'linux') setPriority(5)

export function render(text: string): RenderedText {
  try {
    return text.length > MAX_UNWATCHED_LENGTH
      ? runWithDeadline(() => renderMarkdown(text))
      : renderMarkdown(text)
  } catch {
    // After the deadline, or when deep nesting overflows the stack.
    return renderPlain(text)
  }
}

export function compare({ before, after }: { before: string; after: string }): string | null {
  try {
    return runWithDeadline(() => differenceBetween(before, after))
  } catch {
    return null
  }
}

// Only node:vm can interrupt synchronous work.
const scope = createContext({ work: undefined as unknown })
const script = new Script('work()')

function runWithDeadline<Result>(work: () => Result): Result {
  scope.work = work
  return script.runInContext(scope, { timeout: DEADLINE })
}
