import { type FormEvent, useState } from 'react'
import { useLocation } from 'react-router'
import { draftKey, readStorage, writeStorage } from '../../app/api/storage.ts'
import { useAppSelector } from '../../app/state/store.ts'
import { textOf } from './use-form.ts'

type Fields = Record<string, string>

/** The draft is only offered, because the form shows the current data. */
export function useFormDraft() {
  const userId = useAppSelector((state) => state.auth.user?._id)
  const key = draftKey(userId, useLocation().pathname)
  const [offered, setOffered] = useState(() => read(key))
  const [restored, setRestored] = useState<Fields>()

  function forget() {
    writeStorage('sessionStorage', key, null)
    setOffered(undefined)
  }

  function store(form: HTMLFormElement, more?: Fields) {
    writeStorage('sessionStorage', key, JSON.stringify({ ...more, ...textOf(form) }))
    setOffered(undefined)
  }

  return {
    offered,
    restored,
    restore() {
      setRestored(offered)
      setOffered(undefined)
    },
    forget,
    store,
    onInput(event: FormEvent<HTMLFormElement>, more?: Fields) {
      const { type } = event.target as HTMLInputElement
      if (type !== 'file') store(event.currentTarget, more)
    },
  }
}

function read(key: string): Fields | undefined {
  const text = readStorage('sessionStorage', key)
  return text === null ? undefined : JSON.parse(text)
}
