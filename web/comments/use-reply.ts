import { useRef, useState } from 'react'
import type { Comment } from '../../contract/posts.ts'
import { useDraft } from '../posts/use-draft.ts'
import { useAppSelector } from '../store.ts'

export type ReplyDraft = ReturnType<typeof useReply>

/** The reply to a comment that is being written. It is open where one was begun before. */
export function useReply({ _id, parent, user, handle }: Comment) {
  const button = useRef<HTMLButtonElement>(null)
  const isMine = useAppSelector((state) => state.auth.user?._id === user)
  const [text, setText] = useDraft(`reply:${_id}`)
  const [isOpen, setOpen] = useState(text !== '')
  const [wasOpened, setOpened] = useState(false)
  // Threads have one level, so the answer to a reply says whom it is for.
  const start = parent && !isMine ? `@${handle} ` : ''

  return {
    button,
    text,
    setText,
    isOpen,
    isUntouched: text === start,
    /** Whether it was opened by a press, which promises the focus. */
    wasOpened,
    toggle() {
      if (!isOpen && text === '') setText(start)
      if (isOpen && text === start) setText('')
      setOpen(!isOpen)
      setOpened(true)
    },
    close() {
      if (text === start) setText('')
      setOpen(false)
      button.current?.focus()
    },
  }
}
