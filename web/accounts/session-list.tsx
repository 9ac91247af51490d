import { useRef, useState } from 'react'
import type { Session } from '../../contract/accounts.ts'
import { call, requireList } from '../client.ts'
import { settle, submit } from '../outcome.ts'
import { Button } from '../ui/button.tsx'
import { Failure, FailureLine } from '../ui/failure.tsx'
import { focusAfterRemoval } from '../ui/focus.ts'
import { Moment } from '../ui/moment.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { useAction } from '../ui/use-action.ts'
import { useLoad } from '../ui/use-load.ts'
import { deviceName } from './device-name.ts'

/** The sessions of the account, each with a button to end it. */
export function SessionList() {
  const [sessions, setSessions] = useState<Session[]>([])
  const { status, retry } = useLoad('sessions', (signal) =>
    settle(signal, call('GET /api/auth/sessions', { signal }).then(requireList), setSessions, () => {}),
  )
  return (
    <section className="min-h-60">
      <h2 className="text-lg font-semibold">Where you are logged in</h2>
      {status === 'loading' && <Spinner />}
      {(status === 'failed' || status === 'missing') && (
        <div className="mt-3">
          <Failure msg="The list could not be loaded." onRetry={retry} />
        </div>
      )}
      {status === 'ready' && (
        <ul className="mt-2 divide-y divide-line">
          {sessions.map((session) => (
            <SessionEntry key={session._id} session={session} onEnd={setSessions} />
          ))}
        </ul>
      )}
    </section>
  )
}

function SessionEntry({ session, onEnd }: { session: Session; onEnd: (left: Session[]) => void }) {
  const entry = useRef<HTMLLIElement>(null)
  const { pending, failure, run } = useAction()

  async function end() {
    const moveFocus = focusAfterRemoval(entry.current)
    const params = { id: session._id }
    const ended = () => submit(call('DELETE /api/auth/sessions/:id', { params }), onEnd, () => {})
    if (await run(ended)) moveFocus()
  }

  return (
    <li
      ref={entry}
      data-entry={session._id}
      tabIndex={-1}
      className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-3"
    >
      <div>
        <p className="font-medium" title={session.device}>
          {deviceName(session.device)}
          {session.current && (
            <span className="ml-2 rounded-md bg-sunken px-2 py-0.5 text-sm font-normal text-muted">
              This one
            </span>
          )}
        </p>
        <p className="text-sm text-muted">
          Since <Moment date={session.created} />, last used on <Moment date={session.lastUsed} />
        </p>
        <FailureLine msg={failure} />
      </div>
      {!session.current && (
        <Button look="quiet-danger" size="small" pending={pending} onClick={end}>
          End session
        </Button>
      )}
    </li>
  )
}
