import { useRef, useState } from 'react'
import { Link } from 'react-router'
import { hasRole, ROLES, type Role } from '../../../contract/access.ts'
import type { Member } from '../../../contract/accounts.ts'
import { errorsOf } from '../../app/api/results.ts'
import { useAppSelector } from '../../app/state/store.ts'
import { useSite } from '../../app/state/use-site.ts'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { FailureLine } from '../../ui/failure.tsx'
import { SelectBox } from '../../ui/forms/field.tsx'
import { useAction } from '../../ui/forms/use-action.ts'
import { focusOnItem } from '../../ui/lists/focus.ts'
import { Moment } from '../../ui/moment.tsx'
import { Handle, RoleBadge } from '../../ui/person-name.tsx'
import {
  useChangeRoleMutation,
  useLiftSuspensionMutation,
  useMakeResetLinkMutation,
} from './moderation-api.ts'
import { SuspensionForm, SuspensionNotice } from './suspension.tsx'

/** A table body for each member, so that forms and notices have a row below it. */
export function MemberRow({ member }: { member: Member }) {
  const { _id, name, email, role, date, invitedBy } = member
  const user = useAppSelector((state) => state.auth.user)
  const isAdmin = hasRole(user?.role ?? 'member', 'admin')
  const maySuspend = user?._id !== _id && (isAdmin || role === 'member')
  const { mail, passwordSignIn } = useSite()
  const row = useRef<HTMLTableSectionElement>(null)
  const [isSuspending, setSuspending] = useState(false)
  const { pending, failure, run } = useAction()

  const [changeRole] = useChangeRoleMutation()
  const [liftSuspension] = useLiftSuspensionMutation()
  const [makeLink, { data: link }] = useMakeResetLinkMutation()

  function endSuspending() {
    const moveFocus = focusOnItem(row.current)
    setSuspending(false)
    moveFocus()
  }

  const hasMore = link !== undefined || isSuspending || member.suspended || failure !== undefined
  return (
    <tbody ref={row} data-item={_id} tabIndex={-1} className="border-t border-line max-md:block max-md:py-2">
      <tr className="h-13 max-md:flex max-md:h-auto max-md:flex-wrap max-md:items-center max-md:gap-x-3">
        <td className="pr-4 max-md:min-w-0 max-md:basis-full max-md:pr-0">
          <p className="flex items-baseline gap-2">
            <Link to={`/profile/${_id}`} className="truncate py-px font-semibold hover:underline">
              <bdi>{name}</bdi>
            </Link>
            {role !== 'member' && <RoleBadge role={role} />}
          </p>
          <Handle person={member} className="block truncate text-sm leading-4" />
        </td>
        <td className="pr-4 text-sm max-md:min-w-0 max-md:basis-full max-md:pr-0">
          <p className="truncate" title={email}>
            {email}
          </p>
          {invitedBy && (
            <p className="truncate text-muted">
              Invited by{' '}
              <Link to={`/profile/${invitedBy._id}`} className="hover:underline">
                <bdi>{invitedBy.name}</bdi>
              </Link>
            </p>
          )}
        </td>
        <td className="pr-4 text-sm text-muted max-columns:hidden">
          <Moment date={date} />
        </td>
        <td className="pr-2 max-md:w-32">
          {isAdmin ? (
            <SelectBox
              aria-label={`Role of ${name}`}
              value={role}
              aria-disabled={pending || undefined}
              onChange={({ target }) =>
                run(() => errorsOf(changeRole({ params: { id: _id }, body: { role: target.value as Role } })))
              }
              className="min-h-9 py-1 pl-2 text-sm"
            >
              {ROLES.map((option) => (
                <option key={option}>{option}</option>
              ))}
            </SelectBox>
          ) : (
            <span className="text-sm">{role}</span>
          )}
        </td>
        <td className="max-md:ml-auto">
          <div className="-mr-3 flex justify-end gap-1 forced-colors:mr-0">
            {isAdmin && !mail && passwordSignIn && (
              <Button
                variant="quiet"
                size="small"
                pending={pending}
                onClick={() => run(() => errorsOf(makeLink({ params: { id: _id } })))}
              >
                Reset link<span className="sr-only"> for {name}</span>
              </Button>
            )}
            {maySuspend && !member.suspended && (
              <Button variant="quiet-danger" size="small" onClick={() => setSuspending(true)}>
                Suspend…<span className="sr-only"> {name}</span>
              </Button>
            )}
            {maySuspend && member.suspended && (
              <Button
                variant="quiet"
                size="small"
                pending={pending}
                onClick={() => run(() => errorsOf(liftSuspension({ params: { userId: _id } })))}
              >
                Lift suspension<span className="sr-only"> of {name}</span>
              </Button>
            )}
          </div>
        </td>
      </tr>
      {hasMore && (
        <tr className="max-md:block">
          <td colSpan={4} className="pb-3 max-md:block">
            {member.suspended && <SuspensionNotice member={member} />}
            {link && <ResetLink link={link.url} name={name} />}
            {isSuspending && <SuspensionForm member={member} onEnd={endSuspending} />}
            <FailureLine msg={failure} />
          </td>
          <td className="max-columns:hidden" />
        </tr>
      )}
    </tbody>
  )
}

function ResetLink({ link, name }: { link: string; name: string }) {
  return (
    <div role="status" className="card bg-sunken p-3 mt-1">
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
