import { type FormEvent, useState } from 'react'
import { useLocation } from 'react-router'
import { readStorage, writeStorage } from '../storage.ts'
import { useAppSelector } from '../store.ts'
import { textOf } from './use-form.ts'

type Fields = Record<string, string>

/**
 * Saves unsent input of a form. The draft is offered when the form opens again, and restored only on
 * request, because the form shows the current data.
 */
export function useFormDraft() {
  const userId = useAppSelector((state) => state.auth.user?._id)
  const key = `draft:${userId}:${useLocation().pathname}`
  const [offered, setOffered] = useState(() => read(key))
  const [restored, setRestored] = useState<Fields>()

  function forget() {
    writeStorage('sessionStorage', key, null)
    setOffered(undefined)
  }

  return {
    /** The draft, until it is restored or dropped. */
    offered,
    /** The initial values of the form after restoring the draft. */
    restored,
    restore() {
      setRestored(offered)
      setOffered(undefined)
    },
    forget,
    onInput(event: FormEvent<HTMLFormElement>, more?: Fields) {
      writeStorage('sessionStorage', key, JSON.stringify({ ...more, ...textOf(event.currentTarget) }))
      setOffered(undefined)
    },
  }
}

function read(key: string): Fields | undefined {
  const text = readStorage('sessionStorage', key)
  return text === null ? undefined : JSON.parse(text)
}
