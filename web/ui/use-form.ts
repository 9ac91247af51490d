import { type FormEvent, useEffect, useRef, useState } from 'react'
import { failuresRemoved } from '../alerts/alert-slice.ts'
import type { FieldError } from '../api.ts'
import { useAppDispatch } from '../store.ts'

type Send = (fields: Record<string, string>, form: HTMLFormElement) => Promise<FieldError[]>

/** Sends a form, one submission at a time, and returns the errors of its fields. */
export function useForm(send: Send) {
  const dispatch = useAppDispatch()
  const [pending, setPending] = useState(false)
  const [sends, setSends] = useState(0)
  const [errors, setErrors] = useState<FieldError[]>([])
  const busy = useRef(false)
  const sent = useRef<HTMLFormElement>(null)

  // After rendering, because a failing field may only appear together with its error.
  useEffect(() => focusFirst(sent.current, errors), [errors])

  async function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (busy.current) return
    busy.current = true
    const form = event.currentTarget
    sent.current = form
    dispatch(failuresRemoved())
    setSends((count) => count + 1)
    setPending(true)
    try {
      setErrors(await send(textOf(form), form))
    } finally {
      busy.current = false
      setPending(false)
    }
  }

  return {
    onSubmit,
    pending,
    /** How often the form has been sent. */
    sends,
    errors,
    errorOf: (field: string) => errors.find((error) => error.field === field)?.msg,
  }
}

export function textOf(form: HTMLFormElement): Record<string, string> {
  const entries = [...new FormData(form)].filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  )
  return Object.fromEntries(entries)
}

function focusFirst(form: HTMLFormElement | null, errors: FieldError[]): void {
  const field = errors.find((error) => error.field)?.field
  const input = field ? form?.elements.namedItem(field) : null
  if (input instanceof HTMLElement) input.focus()
}
