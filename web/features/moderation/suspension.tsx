import type { Member } from '../../../contract/accounts.ts'
import { errorsOf } from '../../app/api/results.ts'
import { Select } from '../../ui/forms/field.tsx'
import { Moment } from '../../ui/moment.tsx'
import { plural } from '../../ui/plural.ts'
import { ReasonForm } from '../posts/menu/reason-form.tsx'
import { useSuspendMutation } from './moderation-api.ts'

const DURATIONS = [1, 3, 7, 14, 30, 90, 365]

export function SuspensionNotice({ member: { suspension } }: { member: Member }) {
  return (
    <p className="text-sm text-danger">
      Suspended
      {suspension?.until && (
        <>
          {' '}
          until <Moment date={suspension.until} />
        </>
      )}
      : {suspension?.reason}
    </p>
  )
}

export function SuspensionForm({ member, onEnd }: { member: Member; onEnd: () => void }) {
  const [sendSuspension] = useSuspendMutation()

  async function suspend(reason: string, { days }: Record<string, string>) {
    const errors = await errorsOf(
      sendSuspension({ params: { userId: member._id }, body: { reason, until: daysFromNow(days) } }),
    )
    if (errors.length === 0) onEnd()
    return errors
  }

  return (
    <ReasonForm
      label={`Reason for suspending ${member.name}`}
      hint="They're signed out and see this reason when they try to sign in. Everything they wrote is hidden."
      action="Suspend"
      isDanger
      send={suspend}
      onEnd={onEnd}
    >
      <Select label="Duration" name="days">
        <option value="">Until lifted</option>
        {DURATIONS.map((days) => (
          <option key={days} value={days}>
            {plural(days, 'day')}
          </option>
        ))}
      </Select>
    </ReasonForm>
  )
}

function daysFromNow(days: string | undefined): string | undefined {
  return days ? new Date(Date.now() + Number(days) * 86_400_000).toISOString() : undefined
}
