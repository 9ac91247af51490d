import type { Change } from '../../../contract/markdown.ts'

// Stored as lengths, such as `=12-3+5`, because both texts are stored anyway.

const KINDS = { '=': 'same', '+': 'added', '-': 'removed' } as const
const RUN = /([=+-])(\d+)/g

export function readDifference(before: string, after: string, difference: string | null): Change[] {
  const changes: Change[] = []
  let [fromBefore, fromAfter] = [0, 0]
  for (const [, sign, digits] of (difference ?? `-${before.length}+${after.length}`).matchAll(RUN)) {
    const length = Number(digits)
    const text =
      sign === '-'
        ? before.slice(fromBefore, fromBefore + length)
        : after.slice(fromAfter, fromAfter + length)
    if (sign !== '+') fromBefore += length
    if (sign !== '-') fromAfter += length
    changes.push({ kind: KINDS[sign as keyof typeof KINDS], text })
  }
  return changes
}
