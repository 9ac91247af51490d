import { useState } from 'react'
import { draftKey, readStorage, writeStorage } from '../../../app/api/storage.ts'
import { useAppSelector } from '../../../app/state/store.ts'

type Draft = { text: string; version: number }

/** Keeps the base version with the draft, so that the server reports a conflict instead of overwriting. */
export function useEditDraft(itemId: string, current: Draft) {
  const userId = useAppSelector((state) => state.auth.user?._id)
  const key = draftKey(userId, `edit:${itemId}`)
  const [saved] = useState(() => read(key))
  const [isRestored, setRestored] = useState(saved !== undefined)
  const [draft, setDraft] = useState(saved ?? current)

  function change(next: Draft) {
    setDraft(next)
    writeStorage('sessionStorage', key, next.text === current.text ? null : JSON.stringify(next))
  }

  return {
    ...draft,
    isRestored,
    setText: (text: string) => change({ ...draft, text }),
    /** Displays another text without dropping the draft. */
    showInstead: (text: string) => setDraft({ ...draft, text }),
    setVersion: (version: number) => change({ ...draft, version }),
    startOver() {
      setRestored(false)
      change(current)
    },
    forget: () => writeStorage('sessionStorage', key, null),
  }
}

function read(key: string): Draft | undefined {
  const text = readStorage('sessionStorage', key)
  return text === null ? undefined : JSON.parse(text)
}
