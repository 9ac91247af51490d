import { type FormEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { FieldError } from '../../../contract/errors.ts'
import { failuresRemoved } from '../../app/state/alert-slice.ts'
import { useAppDispatch, useAppSelector } from '../../app/state/store.ts'

type FormError = FieldError & {
  /** The text of its alert, if that differs. */
  alert?: string
}

/** While an alert says it, the field refers to the alert instead of repeating it. */
export type ShownError = { msg: string; alertId: string | undefined }

type Send = (fields: Record<string, string>, form: HTMLFormElement) => Promise<FormError[]>

export function useForm(send: Send) {
  const dispatch = useAppDispatch()
  const alerts = useAppSelector((state) => state.alert)
  const [pending, setPending] = useState(false)
  const [errors, setErrors] = useState<FormError[]>([])
  const [failures, setFailures] = useState(0)
  const busy = useRef(false)
  const sent = useRef<HTMLFormElement>(null)

  // After rendering, because a failing field may only appear together with its error.
  const focusFailing = useEffectEvent(() => focusFirst(sent.current, errors))
  useEffect(() => {
    if (failures > 0) focusFailing()
  }, [failures])

  useEffect(() => {
    const { current: form } = sent
    const clear = ({ target }: Event) => {
      const input = target as HTMLInputElement
      if (input.form !== form) return
      setErrors((known) => known.filter(({ field }) => field && field !== input.name))
    }
    // Not on the form: React would render the old value before its own listener has read the new one.
    if (failures > 0) document.addEventListener('input', clear)
    return () => document.removeEventListener('input', clear)
  }, [failures])

  async function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (busy.current) return
    busy.current = true
    const form = event.currentTarget
    sent.current = form
    dispatch(failuresRemoved())
    setPending(true)
    try {
      const errors = await send(textOf(form), form)
      setErrors(errors)
      if (errors.length > 0) setFailures((count) => count + 1)
    } finally {
      busy.current = false
      setPending(false)
    }
  }

  const alertOf = ({ msg, alert = msg }: FormError) =>
    alerts.find(({ msg, type }) => type === 'danger' && msg === alert)?.id

  return {
    onSubmit,
    pending,
    errors: errors.filter((error) => !alertOf(error)),
    errorOf(field: string): ShownError | undefined {
      const error = errors.find((error) => error.field === field)
      return error && { msg: error.msg, alertId: alertOf(error) }
    },
  }
}

export function textOf(form: HTMLFormElement): Record<string, string> {
  const entries = [...new FormData(form)].filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  )
  return Object.fromEntries(entries)
}

/** What was chosen in a select, if the contract has it. */
export const chosenIn = <Option extends string>(options: readonly Option[], text: string | undefined) =>
  options.find((option) => option === text)

function focusFirst(form: HTMLFormElement | null, errors: FieldError[]): void {
  const field = errors.find((error) => error.field)?.field
  const input = field ? form?.elements.namedItem(field) : null
  if (input instanceof HTMLElement) input.focus()
}
