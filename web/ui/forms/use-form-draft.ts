import { type FormEvent, useState } from 'react'
import { useLocation } from 'react-router'
import { draftKey, readStorage, writeStorage } from '../../app/api/storage.ts'
import { useAppSelector } from '../../app/state/store.ts'
import { textOf } from './use-form.ts'

type Fields = Record<string, string>

type Draft = { fields: Fields; base: string }

export type FormDraft = ReturnType<typeof useFormDraft>

/** The draft is only offered, because the form shows the current data, which is `saved`. */
export function useFormDraft(saved?: object) {
  const userId = useAppSelector((state) => state.auth.user?._id)
  const key = draftKey(userId, useLocation().pathname)
  const base = JSON.stringify(saved ?? null)
  const [offered, setOffered] = useState(() => read(key))
  const [restored, setRestored] = useState<Fields>()

  function forget() {
    writeStorage('sessionStorage', key, null)
    setOffered(undefined)
  }

  function store(form: HTMLFormElement, more?: Fields) {
    const draft: Draft = { fields: { ...more, ...textOf(form) }, base }
    writeStorage('sessionStorage', key, JSON.stringify(draft))
    setOffered(undefined)
  }

  return {
    offered: offered && { isOutdated: offered.base !== base },
    restored,
    restore() {
      setRestored(offered?.fields)
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

function read(key: string): Draft | undefined {
  const text = readStorage('sessionStorage', key)
  return text === null ? undefined : JSON.parse(text)
}
