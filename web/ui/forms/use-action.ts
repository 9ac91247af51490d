import { useState } from 'react'
import type { FieldError } from '../../app/api/client.ts'

export function useAction() {
  const [pending, setPending] = useState(false)
  const [errors, setErrors] = useState<FieldError[]>([])

  async function run(action: () => Promise<FieldError[]>): Promise<boolean> {
    setPending(true)
    const errors = await action()
    setErrors(errors)
    setPending(false)
    return errors.length === 0
  }

  return { pending, failure: errors[0]?.msg, run }
}
