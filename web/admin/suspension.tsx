import { useRef, useState } from 'react'
import type { Member } from '../../contract/members.ts'
import { call } from '../api.ts'
import { ReasonForm } from '../moderation/reason-form.tsx'
import { submit } from '../outcome.ts'
import { Button } from '../ui/button.tsx'
import { FailureLine } from '../ui/failure.tsx'
import { focusOnEntry } from '../ui/focus.ts'
import { useAction } from '../ui/use-action.ts'

type Props = { member: Member; onChange: (member: Member) => void }

/** Suspends a member, or lifts that again. */
export function Suspension({ member, onChange }: Props) {
  const params = { userId: member._id }
  const place = useRef<HTMLDivElement>(null)
  const [isAsking, setAsking] = useState(false)
  const { pending, failure, run } = useAction()

  function endForm() {
    const moveFocus = focusOnEntry(place.current)
    setAsking(false)
    moveFocus()
  }

  const suspend = (reason: string) =>
    submit(
      call('PUT /api/admin/suspensions/:userId', { params, body: { reason } }),
      (changed) => {
        endForm()
        onChange(changed)
      },
      () => {},
    )

  const lift = () =>
    run(() => submit(call('DELETE /api/admin/suspensions/:userId', { params }), onChange, () => {}))

  return (
    <div ref={place} className="sm:col-span-2">
      {member.suspended ? (
        <div className="flex flex-wrap items-center gap-x-3">
          <p className="text-danger">Suspended: {member.suspension?.reason}</p>
          <Button look="quiet" size="small" pending={pending} onClick={lift}>
            Lift<span className="sr-only"> the suspension of {member.name}</span>
          </Button>
        </div>
      ) : (
        !isAsking && (
          <Button look="quiet-danger" size="small" onClick={() => setAsking(true)} className="-ml-3">
            Suspend…<span className="sr-only"> {member.name}</span>
          </Button>
        )
      )}
      {isAsking && (
        <ReasonForm
          label={`Why is ${member.name} suspended?`}
          hint="They are signed out, told this when they sign in, and hidden until it is lifted."
          action="Suspend"
          isDanger
          send={suspend}
          onEnd={endForm}
        />
      )}
      <FailureLine msg={failure} />
    </div>
  )
}
