import type { Change } from '../../../../contract/markdown.ts'
import { shorten } from './shorten.ts'

/** Marked by more than color. */
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
