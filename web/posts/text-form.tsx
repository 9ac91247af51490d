import { useId } from 'react'
import type { FieldError } from '../api.ts'
import { Button } from '../ui/button.tsx'
import { FailureLine } from '../ui/failure.tsx'
import { useForm } from '../ui/use-form.ts'
import { useDraft } from './use-draft.ts'

type Props = {
  heading: string
  placeholder: string
  draft: string
  send: (text: string) => Promise<FieldError[]>
}

/** Where a post or a comment is written. What was not sent is not lost. */
export function TextForm({ heading, placeholder, draft, send }: Props) {
  const id = useId()
  const [text, setText] = useDraft(draft)
  const { onSubmit, pending, errors } = useForm(async () => {
    const errors = await send(text)
    if (errors.length === 0) setText('')
    return errors
  })
  return (
    <form onSubmit={onSubmit} className="card p-4 sm:p-5">
      <h2 className="mb-2 font-semibold">
        <label htmlFor={id}>{heading}</label>
      </h2>
      <textarea
        id={id}
        name="text"
        rows={5}
        required
        dir="auto"
        placeholder={placeholder}
        value={text}
        readOnly={pending}
        onChange={(event) => setText(event.target.value)}
        className="input resize-y"
      />
      <FailureLine msg={errors[0]?.msg} />
      <div className="mt-3 text-right">
        <Button type="submit" pending={pending}>
          Submit
        </Button>
      </div>
    </form>
  )
}
