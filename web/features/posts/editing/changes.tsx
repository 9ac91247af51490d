import type { Change } from '../../../../contract/markdown.ts'

export function Changes({ changes }: { changes: Change[] }) {
  let at = 0
  return (
    <p dir="auto" className="whitespace-pre-wrap">
      {shorten(changes).map(({ kind, text }) => {
        const key = at
        at += text.length + 1
        if (kind === 'added') {
          return (
            <ins
              key={key}
              className="rounded-xs bg-success-soft text-success decoration-1 underline-offset-3"
            >
              {text}
            </ins>
          )
        }
        if (kind === 'removed') {
          return (
            <del key={key} className="rounded-xs bg-danger-soft text-danger decoration-1">
              {text}
            </del>
          )
        }
        return <span key={key}>{text}</span>
      })}
    </p>
  )
}

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
