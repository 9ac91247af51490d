import { useRef, useState } from 'react'
import type { Member } from '../../../contract/members.ts'
import { errorsOf } from '../../app/state/api.ts'
import { Button } from '../../ui/button.tsx'
import { FailureLine } from '../../ui/failure.tsx'
import { Select } from '../../ui/forms/field.tsx'
import { useAction } from '../../ui/forms/use-action.ts'
import { focusOnEntry } from '../../ui/lists/focus.ts'
import { Moment } from '../../ui/moment.tsx'
import { ReasonForm } from '../posts/menu/reason-form.tsx'
import { useLiftSuspensionMutation, useSuspendMutation } from './admin-api.ts'

const DURATIONS = [1, 3, 7, 14, 30, 90, 365]

export function Suspension({ member }: { member: Member }) {
  const [sendSuspension] = useSuspendMutation()
  const [liftSuspension] = useLiftSuspensionMutation()
  const place = useRef<HTMLDivElement>(null)
  const [isAsking, setAsking] = useState(false)
  const { pending, failure, run } = useAction()

  function endForm() {
    const moveFocus = focusOnEntry(place.current)
    setAsking(false)
    moveFocus()
  }

  async function suspend(reason: string, { days }: Record<string, string>) {
    const errors = await errorsOf(sendSuspension({ userId: member._id, reason, until: daysFromNow(days) }))
    if (errors.length === 0) endForm()
    return errors
  }

  const lift = () => run(() => errorsOf(liftSuspension(member._id)))

  return (
    <div ref={place} className="sm:col-span-2">
      {member.suspended ? (
        <div className="flex flex-wrap items-center gap-x-3">
          <p className="min-w-0 text-danger">
            Suspended
            {member.suspension?.until && (
              <>
                {' '}
                until <Moment date={member.suspension.until} />
              </>
            )}
            : {member.suspension?.reason}
          </p>
          <Button variant="quiet" size="small" pending={pending} onClick={lift} className="max-sm:-ml-3">
            Lift suspension<span className="sr-only"> of {member.name}</span>
          </Button>
        </div>
      ) : (
        !isAsking && (
          <Button variant="quiet-danger" size="small" onClick={() => setAsking(true)} className="-ml-3">
            Suspend…<span className="sr-only"> {member.name}</span>
          </Button>
        )
      )}
      {isAsking && (
        <ReasonForm
          label={`Reason for suspending ${member.name}`}
          hint="They're signed out and see this reason when they try to sign in. Everything they wrote is hidden."
          action="Suspend"
          isDanger
          send={suspend}
          onEnd={endForm}
        >
          <Select label="Duration" name="days">
            <option value="">Until lifted</option>
            {DURATIONS.map((days) => (
              <option key={days} value={days}>
                {days === 1 ? '1 day' : `${days} days`}
              </option>
            ))}
          </Select>
        </ReasonForm>
      )}
      <FailureLine msg={failure} />
    </div>
  )
}

function daysFromNow(days: string | undefined): string | undefined {
  return days ? new Date(Date.now() + Number(days) * 86_400_000).toISOString() : undefined
}
