import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { MAX_LENGTH } from '../../../../contract/limits.ts'
import type { Comment } from '../../../../contract/posts.ts'
import { errorsOf } from '../../../app/api/results.ts'
import { postById } from '../../../app/state/post-slice.ts'
import { useAppSelector, useAppStore } from '../../../app/state/store.ts'
import { Button } from '../../../ui/button.tsx'
import { FailureLine } from '../../../ui/failure.tsx'
import { CharCounter } from '../../../ui/forms/char-counter.tsx'
import { useForm } from '../../../ui/forms/use-form.ts'
import { MarkdownForm, STILL_UPLOADING } from '../editor/markdown-form.tsx'
import { useDraft } from '../use-draft.ts'
import { useAddCommentMutation } from './comment-api.ts'

type Props = {
  postId: string
  comment: Comment
  reply: ReplyDraft
  onSent: (commentId: string) => void
}

export function ReplyForm({ postId, comment, reply, onSent }: Props) {
  const id = useId()
  const form = useRef<HTMLFormElement>(null)
  const [addComment] = useAddCommentMutation()
  const store = useAppStore()
  const [isBusy, setBusy] = useState(false)
  const { onSubmit, pending, errors } = useForm(async () => {
    if (isBusy) return [{ msg: STILL_UPLOADING }]
    const errors = await errorsOf(
      addComment({
        params: { id: postId },
        body: { text: reply.text, parent: comment._id },
        onSent() {
          reply.setText('')
          reply.close()
        },
      }),
    )
    if (errors.length > 0) return errors
    const { auth, post } = store.getState()
    const sent = postById(post, postId)?.comments.find(
      ({ user, parent }) => parent && user === auth.user?._id,
    )
    if (sent) onSent(sent._id)
    return errors
  })

  useEffect(() => {
    const area = form.current?.querySelector('textarea')
    area?.setSelectionRange(area.value.length, area.value.length)
  }, [])

  /** Once text is typed, the editor needs the key. */
  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Escape' && reply.isUntouched && !event.defaultPrevented) reply.close()
  }

  return (
    <MarkdownForm
      ref={form}
      onSubmit={onSubmit}
      onKeyDown={onKeyDown}
      className="appear mt-3 mb-1"
      id={id}
      text={reply.text}
      onText={reply.setText}
      placeholder={`Reply to ${comment.name}`}
      autoFocus={reply.wasOpened}
      isPending={pending}
      onBusy={setBusy}
      beside={
        <Button variant="quiet" size="small" onClick={reply.close}>
          Close
        </Button>
      }
      top={
        <label htmlFor={id} className="sr-only">
          Reply to {comment.name}
        </label>
      }
    >
      <FailureLine msg={errors[0]?.msg} />
      <div className="mt-2 flex items-center justify-end gap-4">
        <CharCounter text={reply.text} max={MAX_LENGTH.post} />
        <Button type="submit" size="small" pending={pending}>
          Send reply
        </Button>
      </div>
    </MarkdownForm>
  )
}

type ReplyDraft = ReturnType<typeof useReply>

export function useReply({ _id, parent, user, handle }: Comment) {
  const button = useRef<HTMLButtonElement>(null)
  const isMine = useAppSelector((state) => state.auth.user?._id === user)
  const [text, setText] = useDraft(`reply:${_id}`)
  const [isOpen, setOpen] = useState(text !== '')
  const [wasOpened, setOpened] = useState(false)
  const start = parent && !isMine ? `@${handle} ` : ''

  return {
    button,
    text,
    setText,
    isOpen,
    isUntouched: text === start,
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
