import { History as HistoryIcon } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useId, useState } from 'react'
import { formatAge, formatDay, formatExactly } from '../dates.ts'
import type { Entry } from '../posts/entry.ts'
import { useAppSelector } from '../store.ts'
import { Button } from '../ui/button.tsx'
import { ErrorBoundary } from '../ui/error-boundary.tsx'
import { FailureLine } from '../ui/failure.tsx'
import { titled } from '../ui/moment.tsx'
import { SpinnerImage } from '../ui/spinner.tsx'
import type { Target } from './edit-calls.ts'

const History = lazy(async () => ({ default: (await import('./history.tsx')).History }))

type Props = {
  entry: Entry
  /** Undefined where the history is opened elsewhere. */
  target: Target | undefined
  /** What opens the history: the mark, or a button apart from the text. */
  look?: 'mark' | 'button'
  /** Places it and the history that it opens. */
  children: (mark: ReactNode, history: ReactNode) => ReactNode
}

/** Says that a text was edited, and when; opens the list of versions. */
export function WithHistory({ entry, target, look = 'mark', children }: Props) {
  const { edited, version, user: author } = entry
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const reader = useAppSelector((state) => state.auth.user?._id)
  if (!edited || version === undefined) return children(null, null)
  const text = <>edited {formatAge(edited) || `on ${formatDay(edited)}`}</>
  // The history is for members.
  if (!reader || !target) {
    if (look === 'button') return children(null, null)
    return children(
      <span
        onPointerEnter={titled(() => formatExactly(edited))}
        className="text-sm whitespace-nowrap text-muted"
      >
        {text}
      </span>,
      null,
    )
  }
  const opening = {
    'aria-expanded': isOpen,
    'aria-controls': isOpen ? id : undefined,
    onClick: () => setOpen(!isOpen),
  }
  const button = (
    <Button {...opening} look="quiet" size="action" aria-label="History" title="History">
      <HistoryIcon size={17} aria-hidden="true" />
    </Button>
  )
  const mark = (
    <button
      {...opening}
      type="button"
      onPointerEnter={titled(() => `Edited on ${formatExactly(edited)}. Shows the versions.`)}
      className="rounded text-sm whitespace-nowrap text-muted underline decoration-dotted underline-offset-3 hover:text-ink"
    >
      {text}
    </button>
  )
  const history = isOpen && (
    <div id={id}>
      <ErrorBoundary fallback={<FailureLine msg="The history could not be loaded." />}>
        <Suspense fallback={<SpinnerImage className="my-3 size-6" />}>
          <History target={target} version={version} isMine={reader === author} />
        </Suspense>
      </ErrorBoundary>
    </div>
  )
  return children(look === 'button' ? button : mark, history)
}
