import { lazy, type ReactNode, Suspense, useId, useState } from 'react'
import { formatAge, formatDay, formatExactly } from '../dates.ts'
import type { Entry } from '../posts/entry.ts'
import { useAppSelector } from '../store.ts'
import { ErrorBoundary } from '../ui/error-boundary.tsx'
import { FailureLine } from '../ui/failure.tsx'
import { titled } from '../ui/moment.tsx'
import { SpinnerImage } from '../ui/spinner.tsx'
import type { Target } from './edit-calls.ts'

const History = lazy(async () => ({ default: (await import('./history.tsx')).History }))

type Props = {
  entry: Entry
  target: Target
  /** Places the mark and the history that it opens. */
  children: (mark: ReactNode, history: ReactNode) => ReactNode
}

/** Says that a text was edited, and when; opens the list of versions. */
export function WithHistory({ entry, target, children }: Props) {
  const { edited, version } = entry
  if (!edited || version === undefined) return children(null, null)
  return (
    <Edited {...{ edited, version, target }} author={entry.user}>
      {children}
    </Edited>
  )
}

type EditedProps = Omit<Props, 'entry'> & { edited: string; version: number; author: string }

function Edited({ edited, version, author, target, children }: EditedProps) {
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const reader = useAppSelector((state) => state.auth.user?._id)
  const text = <>edited {formatAge(edited) || `on ${formatDay(edited)}`}</>
  // The history is for members.
  if (!reader) {
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
  const mark = (
    <button
      type="button"
      aria-expanded={isOpen}
      aria-controls={isOpen ? id : undefined}
      onPointerEnter={titled(() => `Edited on ${formatExactly(edited)}. Shows the versions.`)}
      onClick={() => setOpen(!isOpen)}
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
  return children(mark, history)
}
