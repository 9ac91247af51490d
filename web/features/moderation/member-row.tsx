import { useState } from 'react'
import { hasRole, ROLES, type Role } from '../../../contract/access.ts'
import type { Member } from '../../../contract/members.ts'
import { call } from '../../app/api/client.ts'
import { submit } from '../../app/api/outcome.ts'
import { errorsOf } from '../../app/state/api.ts'
import { useAppSelector } from '../../app/state/store.ts'
import { useSite } from '../../app/state/use-site.ts'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { FailureLine } from '../../ui/failure.tsx'
import { useAction } from '../../ui/forms/use-action.ts'
import { Handle } from '../../ui/handle.tsx'
import { Moment } from '../../ui/moment.tsx'
import { RoleBadge } from '../../ui/role-badge.tsx'
import { Link } from '../../ui/routing/link.tsx'
import { useChangeRoleMutation } from './admin-api.ts'
import { Suspension } from './suspension.tsx'

export function MemberRow({ member }: { member: Member }) {
  const { _id, name, email, role, date, invitedBy } = member
  const user = useAppSelector((state) => state.auth.user)
  const isAdmin = hasRole(user?.role ?? 'member', 'admin')
  // Nobody suspends themselves, and moderators act on members only.
  const maySuspend = user?._id !== _id && (isAdmin || role === 'member')
  const { mail } = useSite()
  const [link, setLink] = useState<string>()
  const { pending, failure, run } = useAction()

  const [changeRole] = useChangeRoleMutation()

  const makeLink = () =>
    run(() =>
      submit(
        call('POST /api/admin/members/:id/reset', { params: { id: _id } }),
        ({ url }) => setLink(url),
        () => {},
      ),
    )

  return (
    <div className="grid gap-x-4 gap-y-2 sm:grid-cols-[minmax(0,1fr)_auto] sm:items-center">
      <div className="min-w-0">
        <p className="flex flex-wrap items-baseline gap-x-2">
          <Link to={`/profile/${_id}`} className="font-semibold hover:underline">
            <bdi>{name}</bdi>
          </Link>
          <Handle person={member} className="text-sm" />
          {role !== 'member' && <RoleBadge role={role} />}
        </p>
        <p className="text-sm text-muted">
          {email}, joined <Moment date={date} />
          {invitedBy && (
            <>
              , invited by{' '}
              <Link to={`/profile/${invitedBy._id}`} className="hover:underline">
                <bdi>{invitedBy.name}</bdi>
              </Link>
            </>
          )}
        </p>
      </div>
      {isAdmin && (
        <div className="flex flex-wrap items-center gap-2">
          <label className="sr-only" htmlFor={`role-${_id}`}>
            Role of {name}
          </label>
          <select
            id={`role-${_id}`}
            value={role}
            aria-disabled={pending || undefined}
            onChange={({ target }) =>
              run(() => errorsOf(changeRole({ id: _id, role: target.value as Role })))
            }
            className="input w-auto text-base"
          >
            {ROLES.map((option) => (
              <option key={option}>{option}</option>
            ))}
          </select>
          {!mail && (
            <Button variant="quiet" size="small" pending={pending} onClick={makeLink}>
              Reset link<span className="sr-only"> for {name}</span>
            </Button>
          )}
        </div>
      )}
      {link && <ResetLink link={link} name={name} />}
      {maySuspend && <Suspension member={member} />}
      <FailureLine msg={failure} />
    </div>
  )
}

/** There is no mail, so it is handed over by other means. */
function ResetLink({ link, name }: { link: string; name: string }) {
  return (
    <div role="status" className="card bg-sunken p-3 sm:col-span-2">
      <p>
        Send this link to <bdi>{name}</bdi>. It works once, within 30 minutes, for anyone who has it.
      </p>
      <p className="mt-1 font-mono text-sm">{link}</p>
      <CopyButton text={link} question="Password reset link" className="-ml-3">
        Copy link
      </CopyButton>
    </div>
  )
}
