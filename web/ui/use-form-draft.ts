import { type FormEvent, useState } from 'react'
import { useLocation } from 'react-router'
import { keep, recall } from '../storage.ts'
import { useAppSelector } from '../store.ts'
import { textOf } from './use-form.ts'

type Fields = Record<string, string>

/**
 * What was typed into a form and never sent, kept for its writer. It is offered when the form opens again and
 * only put back on demand, since the form itself shows what is true.
 */
export function useFormDraft() {
  const userId = useAppSelector((state) => state.auth.user?._id)
  const key = `draft:${userId}:${useLocation().pathname}`
  const [offered, setOffered] = useState(() => read(key))
  const [restored, setRestored] = useState<Fields>()

  function forget() {
    keep('sessionStorage', key, null)
    setOffered(undefined)
  }

  return {
    /** Present while there is a draft that the writer has neither taken nor dropped. */
    offered,
    /** What the form is to begin with instead. */
    restored,
    restore() {
      setRestored(offered)
      setOffered(undefined)
    },
    forget,
    onInput(event: FormEvent<HTMLFormElement>, more?: Fields) {
      keep('sessionStorage', key, JSON.stringify({ ...more, ...textOf(event.currentTarget) }))
      setOffered(undefined)
    },
  }
}

function read(key: string): Fields | undefined {
  const text = recall('sessionStorage', key)
  return text === null ? undefined : JSON.parse(text)
}
