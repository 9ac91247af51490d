import { useRef, useState } from 'react'
import type { Comment } from '../../../../contract/posts.ts'
import { useAppSelector } from '../../../app/state/store.ts'
import { useDraft } from '../use-draft.ts'

export type ReplyDraft = ReturnType<typeof useReply>

export function useReply({ _id, parent, user, handle }: Comment) {
  const button = useRef<HTMLButtonElement>(null)
  const isMine = useAppSelector((state) => state.auth.user?._id === user)
  const [text, setText] = useDraft(`reply:${_id}`)
  const [isOpen, setOpen] = useState(text !== '')
  const [wasOpened, setOpened] = useState(false)
  // Threads have one level, so a reply to a reply mentions its addressee.
  const start = parent && !isMine ? `@${handle} ` : ''

  return {
    button,
    text,
    setText,
    isOpen,
    isUntouched: text === start,
    /** Opening by a press moves the focus. */
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
