import { useState } from 'react'
import type { FieldError } from '../../../../contract/errors.ts'
import { MAX_LENGTH } from '../../../../contract/limits.ts'
import { DraftOffer } from '../../../ui/forms/draft-offer.tsx'
import { Checkbox, Field, TextArea } from '../../../ui/forms/field.tsx'
import { useForm } from '../../../ui/forms/use-form.ts'
import { type FormDraft, useFormDraft } from '../../../ui/forms/use-form-draft.ts'
import { FormActions } from '../editing/form-actions.tsx'

type Input = { name: string; label: string; required?: boolean; autoComplete?: string }

type Props = {
  inputs: Input[]
  defaultValues?: Record<string, string>
  save: (fields: Record<string, string>, current: boolean) => Promise<FieldError[]>
}

export function CredentialForm(props: Props) {
  const draft = useFormDraft(props.defaultValues)
  return <Fields key={draft.restored ? 'restored' : 'empty'} {...props} draft={draft} />
}

function Fields({ inputs, save, draft, ...props }: Props & { draft: FormDraft }) {
  const defaultValues = draft.restored ?? props.defaultValues ?? {}
  const [isCurrent, setCurrent] = useState(defaultValues.current !== undefined)
  const [to, setTo] = useState(defaultValues.to ?? '')
  // A form leaves out disabled inputs, but the payload must contain every field.
  const { onSubmit, pending, errorOf } = useForm(async ({ current, ...fields }) => {
    const errors = await save({ to: '', ...fields }, current !== undefined)
    if (errors.length === 0) draft.forget()
    return errors
  })
  return (
    <div className="grid gap-5">
      <DraftOffer draft={draft} />
      <form onSubmit={onSubmit} onInput={draft.onInput} className="grid gap-5">
        <p className="text-sm text-muted">
          <span className="text-danger">*</span> = required field
        </p>
        {inputs.map((input, index) => (
          <Field
            key={input.name}
            autoFocus={index === 0}
            {...input}
            showRequired={input.required}
            defaultValue={defaultValues[input.name]}
            error={errorOf(input.name)}
          />
        ))}
        <div className="grid items-start gap-5 sm:grid-cols-2">
          <Field
            label="From Date"
            name="from"
            type="date"
            defaultValue={defaultValues.from}
            error={errorOf('from')}
          />
          <Field
            label="To Date"
            name="to"
            type="date"
            value={isCurrent ? '' : to}
            onChange={(event) => setTo(event.target.value)}
            disabled={isCurrent}
            error={errorOf('to')}
          />
        </div>
        <Checkbox
          label="Current"
          name="current"
          value="true"
          checked={isCurrent}
          onChange={(event) => setCurrent(event.target.checked)}
        />
        <TextArea
          label="Description"
          name="description"
          max={MAX_LENGTH.prose}
          defaultValue={defaultValues.description}
          error={errorOf('description')}
        />
        <FormActions pending={pending} />
      </form>
    </div>
  )
}
