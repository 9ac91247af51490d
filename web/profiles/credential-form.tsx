import { useState } from 'react'
import type { FieldError } from '../api.ts'
import { Checkbox, Field, TextArea } from '../ui/field.tsx'
import { useForm } from '../ui/use-form.ts'
import { FormActions } from './form-actions.tsx'

type Input = { name: string; label: string; required?: boolean; autoComplete?: string }

type Props = {
  inputs: Input[]
  currentLabel: string
  save: (fields: Record<string, string>, current: boolean) => Promise<FieldError[]>
}

/** Experience and education ask for the same things under different names. */
export function CredentialForm({ inputs, currentLabel, save }: Props) {
  const [isCurrent, setCurrent] = useState(false)
  const [to, setTo] = useState('')
  // A form leaves out its disabled inputs; the payload names every field.
  const { onSubmit, pending, errorOf } = useForm(({ current, ...fields }) =>
    save({ to: '', ...fields }, current !== undefined),
  )
  return (
    <form onSubmit={onSubmit} className="card grid gap-5 p-6">
      <p className="text-sm text-muted">
        <span className="text-danger">*</span> = required field
      </p>
      {inputs.map((input) => (
        <Field key={input.name} {...input} marked={input.required} error={errorOf(input.name)} />
      ))}
      <div className="grid items-start gap-5 sm:grid-cols-2">
        <Field label="From Date" name="from" type="date" error={errorOf('from')} />
        <div>
          <Field
            label="To Date"
            name="to"
            type="date"
            value={to}
            onChange={(event) => setTo(event.target.value)}
            disabled={isCurrent}
            error={errorOf('to')}
          />
        </div>
      </div>
      <Checkbox
        label={currentLabel}
        name="current"
        value="true"
        checked={isCurrent}
        onChange={(event) => {
          setCurrent(event.target.checked)
          setTo('')
        }}
      />
      <TextArea label="Description" name="description" error={errorOf('description')} />
      <FormActions pending={pending} />
    </form>
  )
}
