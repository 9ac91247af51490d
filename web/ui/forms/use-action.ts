import { useState } from 'react'
import type { FieldError } from '../../../contract/errors.ts'

export function useAction() {
  const [pending, setPending] = useState(false)
  const [errors, setErrors] = useState<FieldError[]>([])

  async function run(action: () => Promise<FieldError[]>): Promise<boolean> {
    setPending(true)
    try {
      const errors = await action()
      setErrors(errors)
      return errors.length === 0
    } finally {
      setPending(false)
    }
  }

  return { pending, failure: errors[0]?.msg, run }
}
