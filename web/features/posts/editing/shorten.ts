import type { Change } from '../../../../contract/markdown.ts'

const CONTEXT = 80

export function shorten(changes: Change[]): Change[] {
  return changes.map(({ kind, text }, index) => {
    const before = index === 0 ? 0 : CONTEXT
    const after = index === changes.length - 1 ? 0 : CONTEXT
    if (kind !== 'same' || text.length <= 2 * CONTEXT + 20) return { kind, text }
    const head = text.slice(0, before)
    const tail = after === 0 ? '' : text.slice(-after)
    return { kind, text: `${head}…${tail}` }
  })
}
