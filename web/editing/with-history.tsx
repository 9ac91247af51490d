import { lazy, type ReactNode, Suspense, useId, useState } from 'react'
import { formatAge, formatDay, formatExactly } from '../dates.ts'
import type { Entry } from '../posts/entry.ts'
import { useAppSelector } from '../store.ts'
import { ErrorBoundary } from '../ui/error-boundary.tsx'
import { FailureLine } from '../ui/failure.tsx'
import { SpinnerImage } from '../ui/spinner.tsx'
import type { Target } from './edit-calls.ts'

const History = lazy(async () => ({ default: (await import('./history.tsx')).History }))

type Props = {
  entry: Entry
  target: Target
  /** Places the mark and the history that it opens. */
  children: (mark: ReactNode, history: ReactNode) => ReactNode
}

/** That a text was edited, and when; pressed, it shows the versions. */
export function WithHistory({ entry, target, children }: Props) {
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const isMine = useAppSelector((state) => state.auth.user?._id === entry.user)
  const { edited, version } = entry
  if (!edited || version === undefined) return children(null, null)
  const mark = (
    <button
      type="button"
      aria-expanded={isOpen}
      aria-controls={isOpen ? id : undefined}
      title={`Edited on ${formatExactly(edited)}. Shows the versions.`}
      onClick={() => setOpen(!isOpen)}
      className="rounded text-sm whitespace-nowrap text-muted underline decoration-dotted underline-offset-3 hover:text-ink"
    >
      edited {formatAge(edited) || <>on {formatDay(edited)}</>}
    </button>
  )
  const history = isOpen && (
    <div id={id}>
      <ErrorBoundary fallback={<FailureLine msg="The history could not be loaded." />}>
        <Suspense fallback={<SpinnerImage className="my-3 size-6" />}>
          <History target={target} version={version} isMine={isMine} />
        </Suspense>
      </ErrorBoundary>
    </div>
  )
  return children(mark, history)
}
