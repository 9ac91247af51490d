import { type ReactNode, useEffect, useRef } from 'react'
import { MAX_LENGTH } from '../../../../contract/limits.ts'
import type { FieldError } from '../../../app/api/client.ts'
import { Button } from '../../../ui/button.tsx'
import { FailureLine } from '../../../ui/failure.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import { useForm } from '../../../ui/forms/use-form.ts'

type Props = {
  label: string
  hint: string
  action: string
  isDanger?: boolean
  isOptional?: boolean
  send: (reason: string, fields: Record<string, string>) => Promise<FieldError[]>
  onEnd: () => void
  children?: ReactNode
}

export function ReasonForm({
  label,
  hint,
  action,
  isDanger = false,
  isOptional = false,
  send,
  onEnd,
  children,
}: Props) {
  const form = useRef<HTMLFormElement>(null)
  const { onSubmit, pending, errors, errorOf } = useForm((fields) => send(fields.reason ?? '', fields))

  useEffect(() => form.current?.querySelector('input')?.focus(), [])

  return (
    <form
      ref={form}
      onSubmit={onSubmit}
      onKeyDown={(event) => event.key === 'Escape' && onEnd()}
      className="card my-3 grid gap-3 bg-sunken p-4"
    >
      <Field
        label={label}
        name="reason"
        required={!isOptional}
        maxLength={MAX_LENGTH.reason}
        autoComplete="off"
        hint={hint}
        error={errorOf('reason')}
      />
      {children}
      <FailureLine msg={errors.find(({ field }) => !field)?.msg} />
      <div className="flex gap-2">
        <Button type="submit" variant={isDanger ? 'danger' : 'primary'} size="small" pending={pending}>
          {action}
        </Button>
        <Button variant="quiet" size="small" onClick={onEnd}>
          Cancel
        </Button>
      </div>
    </form>
  )
}
