import { type ReactNode, useEffect, useRef } from 'react'
import type { FieldError } from '../../../../contract/errors.ts'
import { MAX_LENGTH } from '../../../../contract/limits.ts'
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
    <div className="card my-3 flex flex-wrap gap-x-2 bg-sunken p-4">
      <form
        ref={form}
        onSubmit={onSubmit}
        onKeyDown={(event) => event.key === 'Escape' && onEnd()}
        className="contents"
      >
        <div className="mb-3 grid basis-full gap-3">
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
        </div>
        <Button type="submit" variant={isDanger ? 'danger' : 'primary'} size="small" pending={pending}>
          {action}
        </Button>
      </form>
      <Button variant="quiet" size="small" onClick={onEnd}>
        Cancel
      </Button>
    </div>
  )
}
