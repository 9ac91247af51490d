import { useState } from 'react'
import { draftKey, readStorage, writeStorage } from '../../app/api/storage.ts'
import { useAppSelector } from '../../app/state/store.ts'

export function useDraft(name: string): [string, (text: string) => void] {
  const userId = useAppSelector((state) => state.auth.user?._id)
  const key = draftKey(userId, name)
  const [text, setText] = useState(() => readStorage('sessionStorage', key) ?? '')

  function change(text: string) {
    setText(text)
    writeStorage('sessionStorage', key, text === '' ? null : text)
  }

  return [text, change]
}
