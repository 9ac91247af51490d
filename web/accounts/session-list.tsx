import { useState } from 'react'
import type { Session } from '../../contract/accounts.ts'
import { call, type FieldError } from '../api.ts'
import { settle, submit } from '../outcome.ts'
import { Button } from '../ui/button.tsx'
import { Failure, FailureLine } from '../ui/failure.tsx'
import { Moment } from '../ui/moment.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { useLoad } from '../ui/use-load.ts'
import { deviceName } from './device-name.ts'

/** Where the account is in use, with a way to end each. */
export function SessionList() {
  const [sessions, setSessions] = useState<Session[]>([])
  const { status, retry } = useLoad('sessions', (signal) =>
    settle(signal, call('GET /api/auth/sessions', { signal }), setSessions, () => {}),
  )
  return (
    <div className="card min-h-60 p-5">
      <h2 className="font-medium">Where you are logged in</h2>
      {status === 'loading' && <Spinner />}
      {(status === 'failed' || status === 'missing') && (
        <div className="mt-3">
          <Failure msg="The list could not be loaded." onRetry={retry} />
        </div>
      )}
      {status === 'ready' && (
        <ul className="mt-2 max-h-96 divide-y divide-line overflow-y-auto">
          {sessions.map((session) => (
            <SessionEntry key={session._id} session={session} onEnd={setSessions} />
          ))}
        </ul>
      )}
    </div>
  )
}

function SessionEntry({ session, onEnd }: { session: Session; onEnd: (left: Session[]) => void }) {
  const [pending, setPending] = useState(false)
  const [errors, setErrors] = useState<FieldError[]>([])

  async function end() {
    setPending(true)
    const id = session._id
    setErrors(await submit(call('DELETE /api/auth/sessions/:id', { params: { id } }), onEnd, () => {}))
    setPending(false)
  }

  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-3 text-sm">
      <div>
        <p className="font-medium" title={session.device}>
          {deviceName(session.device)}
          {session.current && (
            <span className="ml-2 rounded-full bg-accent-soft px-2 py-0.5 font-normal text-accent-strong">
              This one
            </span>
          )}
        </p>
        <p className="text-muted">
          Since <Moment date={session.created} />, last used on <Moment date={session.lastUsed} />
        </p>
        <FailureLine msg={errors[0]?.msg} />
      </div>
      {!session.current && (
        <Button look="quiet-danger" size="small" pending={pending} onClick={end}>
          End session
        </Button>
      )}
    </li>
  )
}
