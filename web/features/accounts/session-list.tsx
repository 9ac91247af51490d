import { useRef } from 'react'
import type { Session } from '../../../contract/accounts.ts'
import { errorsOf, statusOf } from '../../app/api/results.ts'
import { Button } from '../../ui/button.tsx'
import { Failure, FailureLine } from '../../ui/failure.tsx'
import { useAction } from '../../ui/forms/use-action.ts'
import { focusAfterRemoval } from '../../ui/lists/focus.ts'
import { Moment } from '../../ui/moment.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { useEndSessionMutation, useSessionsQuery } from './account-api.ts'
import { deviceName } from './device-name.ts'

export function SessionList() {
  const query = useSessionsQuery()
  const status = statusOf(query)
  return (
    <section className="min-h-60">
      <h2 className="text-lg font-semibold">Where you're signed in</h2>
      {status === 'loading' && <Spinner />}
      {status === 'failed' && (
        <div className="mt-3">
          <Failure msg="Couldn't load this list." onRetry={query.refetch} />
        </div>
      )}
      {status === 'ready' && (
        <ul className="mt-2 divide-y divide-line">
          {query.data?.map((session) => (
            <SessionItem key={session._id} session={session} />
          ))}
        </ul>
      )}
    </section>
  )
}

function SessionItem({ session }: { session: Session }) {
  const [endSession] = useEndSessionMutation()
  const item = useRef<HTMLLIElement>(null)
  const { pending, failure, run } = useAction()

  async function end() {
    const moveFocus = focusAfterRemoval(item.current)
    if (await run(() => errorsOf(endSession({ params: { id: session._id } })))) moveFocus()
  }

  return (
    <li
      ref={item}
      data-item={session._id}
      tabIndex={-1}
      className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-3"
    >
      <div>
        <p className="font-medium" title={session.device}>
          {deviceName(session.device)}
          {session.current && (
            <span className="ml-2 rounded-md bg-sunken px-2 py-0.5 text-sm font-normal text-muted">
              This device
            </span>
          )}
        </p>
        <p className="text-sm text-muted">
          Signed in <Moment date={session.created} /> · last used <Moment date={session.lastUsed} />
        </p>
        <FailureLine msg={failure} />
      </div>
      {!session.current && (
        <Button variant="quiet-danger" size="small" pending={pending} onClick={end}>
          Sign out
        </Button>
      )}
    </li>
  )
}
