import { useRef } from 'react'
import { useLocation } from 'react-router'
import type { ConnectedIdentity } from '../../../contract/sign-in.ts'
import { errorsOf, statusOf } from '../../app/api/results.ts'
import { useSite } from '../../app/state/use-site.ts'
import { Button } from '../../ui/button.tsx'
import { Failure, FailureLine } from '../../ui/failure.tsx'
import { useAction } from '../../ui/forms/use-action.ts'
import { focusAfterRemoval } from '../../ui/lists/focus.ts'
import { Moment } from '../../ui/moment.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { useConnectMutation, useDisconnectMutation, useIdentitiesQuery } from './sign-in-api.ts'

export function ConnectedAccounts() {
  const query = useIdentitiesQuery()
  const { data: identities = [], refetch } = query
  const status = statusOf(query)
  const { signIn, passwordSignIn } = useSite()
  const hasFailed = useLocation().search.includes('problem=provider')
  return (
    <section>
      <h2 className="text-lg font-semibold">Connected accounts</h2>
      <p className="mt-1 text-muted">
        You can sign in with these accounts.{' '}
        {passwordSignIn && 'Changing your password disconnects all but the one in use.'}
      </p>
      {hasFailed && (
        <p role="status" className="mt-3 font-medium">
          Connecting the account didn't work. Try again.
        </p>
      )}
      {status === 'loading' && <Spinner />}
      {status === 'failed' && (
        <div className="mt-3">
          <Failure msg="Couldn't load this list." onRetry={refetch} />
        </div>
      )}
      {status === 'ready' && identities.length === 0 && <p className="mt-3">No connected accounts.</p>}
      {status === 'ready' && (
        <ul className="mt-2 divide-y divide-line">
          {identities.map((identity) => (
            <ConnectedAccount key={identity._id} identity={identity} />
          ))}
        </ul>
      )}
      <div className="mt-3 flex flex-wrap gap-2">
        {signIn.map(({ id, name }) => (
          <ConnectButton key={id} id={id} name={name} />
        ))}
      </div>
    </section>
  )
}

function ConnectButton({ id, name }: { id: string; name: string }) {
  const [connect] = useConnectMutation()
  const { pending, run } = useAction()
  return (
    <Button
      variant="secondary"
      size="small"
      pending={pending}
      onClick={() =>
        run(async () => {
          const result = connect({ body: { provider: id } })
          const { data } = await result
          if (data) location.assign(data.url)
          return errorsOf(result)
        })
      }
    >
      Connect {name}
    </Button>
  )
}

function ConnectedAccount({ identity }: { identity: ConnectedIdentity }) {
  const [sendDisconnect] = useDisconnectMutation()
  const item = useRef<HTMLLIElement>(null)
  const { pending, failure, run } = useAction()

  async function disconnect() {
    const moveFocus = focusAfterRemoval(item.current)
    if (await run(() => errorsOf(sendDisconnect({ params: { id: identity._id } })))) moveFocus()
  }

  return (
    <li
      ref={item}
      data-item={identity._id}
      tabIndex={-1}
      className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-3"
    >
      <div>
        <p className="font-medium">
          {identity.provider}
          {identity.current && (
            <span className="ml-2 rounded-md bg-sunken px-2 py-0.5 text-sm font-normal text-muted">
              In use
            </span>
          )}
        </p>
        <p className="text-sm text-muted">
          {identity.email}
          {identity.email && identity.date && ' · '}
          {identity.date && (
            <>
              Connected on <Moment date={identity.date} />
            </>
          )}
        </p>
        <FailureLine msg={failure} />
      </div>
      <Button variant="quiet-danger" size="small" pending={pending} onClick={disconnect}>
        Disconnect
      </Button>
    </li>
  )
}
