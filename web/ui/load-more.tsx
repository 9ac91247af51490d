import { type RefObject, useState } from 'react'
import type { FieldError } from '../api.ts'
import { Button } from './button.tsx'
import { FailureLine } from './failure.tsx'
import { focusFirstNew } from './focus.ts'

type Props = { list: RefObject<HTMLElement | null>; load: () => Promise<FieldError[]> }

/** The button that loads the next page of a list. */
export function LoadMore({ list, load }: Props) {
  const [pending, setPending] = useState(false)
  const [errors, setErrors] = useState<FieldError[]>([])

  async function press() {
    const last = list.current?.lastElementChild ?? null
    setPending(true)
    const errors = await load()
    setErrors(errors)
    setPending(false)
    if (errors.length === 0) focusFirstNew(last)
  }

  return (
    <div className="mt-6 text-center">
      <Button look="secondary" pending={pending} data-key="more" onClick={press}>
        Load more
      </Button>
      <FailureLine msg={errors[0]?.msg} />
    </div>
  )
}
