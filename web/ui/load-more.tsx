import { useState } from 'react'
import type { FieldError } from '../api.ts'
import { Button } from './button.tsx'
import { FailureLine } from './failure.tsx'

/** The way to the rest of a long list. */
export function LoadMore({ load }: { load: () => Promise<FieldError[]> }) {
  const [pending, setPending] = useState(false)
  const [errors, setErrors] = useState<FieldError[]>([])

  async function press() {
    setPending(true)
    setErrors(await load())
    setPending(false)
  }

  return (
    <div className="mt-6 text-center">
      <Button look="secondary" pending={pending} onClick={press}>
        Load more
      </Button>
      <FailureLine msg={errors[0]?.msg} />
    </div>
  )
}
