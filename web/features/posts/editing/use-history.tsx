import { History as HistoryIcon } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useId, useState } from 'react'
import { useAppSelector } from '../../../app/state/store.ts'
import { Button } from '../../../ui/button.tsx'
import { FailureLine } from '../../../ui/failure.tsx'
import { ErrorBoundary } from '../../../ui/routing/error-boundary.tsx'
import { SpinnerImage } from '../../../ui/spinner.tsx'
import type { PostOrComment } from '../post-or-comment.ts'
import type { Target } from './edit-api.ts'

const History = lazy(async () => ({ default: (await import('./history.tsx')).History }))

type Opened = { historyButton: ReactNode; history: ReactNode }

export function useHistory({ edited, version, user: author }: PostOrComment, target: Target): Opened {
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const reader = useAppSelector((state) => state.auth.user?._id)
  // The history is for members.
  if (!reader || !edited || version === undefined) return { historyButton: null, history: null }
  const historyButton = (
    <Button
      variant="quiet"
      size="row"
      className="pointer-coarse:min-h-11"
      aria-label="History"
      aria-expanded={isOpen}
      aria-controls={isOpen ? id : undefined}
      title="History"
      onClick={() => setOpen(!isOpen)}
    >
      <HistoryIcon size={17} aria-hidden="true" />
    </Button>
  )
  const history = isOpen && (
    <div id={id}>
      <ErrorBoundary fallback={<FailureLine msg="Couldn't load the history." />}>
        <Suspense fallback={<SpinnerImage className="my-3 size-6" />}>
          <History key={version} target={target} isMine={reader === author} />
        </Suspense>
      </ErrorBoundary>
    </div>
  )
  return { historyButton, history }
}
