import { History as HistoryIcon } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useId, useState } from 'react'
import { useAppSelector } from '../../../app/state/store.ts'
import { Button } from '../../../ui/button.tsx'
import { formatAge, formatDay, formatExactly } from '../../../ui/dates.ts'
import { FailureLine } from '../../../ui/failure.tsx'
import { titled } from '../../../ui/moment.tsx'
import { ErrorBoundary } from '../../../ui/routing/error-boundary.tsx'
import { SpinnerImage } from '../../../ui/spinner.tsx'
import type { PostOrComment } from '../post-or-comment.ts'
import type { Target } from './edit-calls.ts'

const History = lazy(async () => ({ default: (await import('./history.tsx')).History }))

type Props = {
  item: PostOrComment
  /** Undefined where the history opens elsewhere. */
  target: Target | undefined
  variant?: 'mark' | 'button'
}

type Result = { opener: ReactNode; history: ReactNode }

const NOTHING: Result = { opener: null, history: null }

export function useHistory({ item, target, variant = 'mark' }: Props): Result {
  const { edited, version, user: author } = item
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const reader = useAppSelector((state) => state.auth.user?._id)
  if (!edited || version === undefined) return NOTHING
  const text = <>edited {formatAge(edited) || `on ${formatDay(edited)}`}</>
  // The history is for members.
  if (!reader || !target) {
    if (variant === 'button') return NOTHING
    const opener = (
      <span
        onPointerEnter={titled(() => formatExactly(edited))}
        className="text-sm whitespace-nowrap text-muted"
      >
        {text}
      </span>
    )
    return { opener, history: null }
  }
  const opening = {
    'aria-expanded': isOpen,
    'aria-controls': isOpen ? id : undefined,
    onClick: () => setOpen(!isOpen),
  }
  const button = (
    <Button {...opening} variant="quiet" size="action" aria-label="History" title="History">
      <HistoryIcon size={17} aria-hidden="true" />
    </Button>
  )
  const mark = (
    <button
      {...opening}
      type="button"
      onPointerEnter={titled(() => `Edited on ${formatExactly(edited)}. View history.`)}
      className="rounded text-sm whitespace-nowrap text-muted underline decoration-dotted underline-offset-3 hover:text-ink"
    >
      {text}
    </button>
  )
  const history = isOpen && (
    <div id={id}>
      <ErrorBoundary fallback={<FailureLine msg="Couldn't load the history." />}>
        <Suspense fallback={<SpinnerImage className="my-3 size-6" />}>
          <History target={target} version={version} isMine={reader === author} />
        </Suspense>
      </ErrorBoundary>
    </div>
  )
  return { opener: variant === 'button' ? button : mark, history }
}
