import { useRef, useState } from 'react'
import type { WaitingRegistration } from '../../../contract/sign-in.ts'
import { errorsOf } from '../../app/api/results.ts'
import { Button } from '../../ui/button.tsx'
import { FailureLine } from '../../ui/failure.tsx'
import { useAction } from '../../ui/forms/use-action.ts'
import { focusAfterRemoval, focusOnItem } from '../../ui/lists/focus.ts'
import { PagedList } from '../../ui/lists/paged-list.tsx'
import { usePages } from '../../ui/lists/use-pages.ts'
import { Moment } from '../../ui/moment.tsx'
import {
  useApproveRegistrationMutation,
  useRegistrationsInfiniteQuery,
  useRejectRegistrationMutation,
} from './moderation-api.ts'
import { Quotation } from './quotation.tsx'

export function Registrations() {
  const query = useRegistrationsInfiniteQuery()
  const registrations = usePages(query)
  return (
    <section>
      <h2 className="sr-only">Registrations</h2>
      <PagedList pages={registrations} empty="No one is waiting for approval">
        {(registration) => <Item registration={registration} />}
      </PagedList>
    </section>
  )
}

function Item({ registration }: { registration: WaitingRegistration }) {
  const { _id, name, email, note, date } = registration
  const item = useRef<HTMLElement>(null)
  const [isRejecting, setRejecting] = useState(false)
  const [sendApproval] = useApproveRegistrationMutation()
  const [sendRejection] = useRejectRegistrationMutation()
  const approval = useAction()
  const rejection = useAction()
  const params = { id: _id }

  async function approve() {
    const moveFocus = focusAfterRemoval(item.current)
    if (await approval.run(() => errorsOf(sendApproval({ params, body: { approved: true } })))) moveFocus()
  }

  async function reject() {
    const moveFocus = focusAfterRemoval(item.current)
    if (await rejection.run(() => errorsOf(sendRejection({ params })))) moveFocus()
  }

  function endRejecting() {
    const moveFocus = focusOnItem(item.current)
    setRejecting(false)
    moveFocus()
  }

  return (
    <article ref={item} className="max-w-160">
      <p className="flex flex-wrap items-baseline gap-x-2">
        <bdi className="font-semibold">{name}</bdi>
        <span className="min-w-0 text-sm break-words">{email}</span>
        <span className="text-sm text-muted">
          <Moment date={date} />
        </span>
      </p>
      {note && <Quotation text={note} />}
      {isRejecting ? (
        <div className="card mt-2 bg-sunken p-4">
          <p>
            Reject <bdi>{name}</bdi>? They aren't told, and their email can register again.
          </p>
          <div className="mt-3 flex gap-2">
            <Button variant="danger" size="small" autoFocus pending={rejection.pending} onClick={reject}>
              Reject
            </Button>
            <Button variant="quiet" size="small" onClick={endRejecting}>
              Cancel
            </Button>
          </div>
        </div>
      ) : (
        <div className="mt-2 flex gap-2">
          <Button size="small" pending={approval.pending} onClick={approve}>
            Approve<span className="sr-only"> {name}</span>
          </Button>
          <Button variant="quiet-danger" size="small" onClick={() => setRejecting(true)}>
            Reject…<span className="sr-only"> {name}</span>
          </Button>
        </div>
      )}
      <FailureLine msg={approval.failure ?? rejection.failure} />
    </article>
  )
}
