import { Pencil, Trash2 } from 'lucide-react'
import { memo, useRef, useState } from 'react'
import type { Comment } from '../../contract/posts.ts'
import type { FieldError } from '../api.ts'
import { EditForm } from '../editing/edit-form.tsx'
import { useEditing } from '../editing/use-editing.ts'
import { PersonMenu } from '../moderation/person-menu.tsx'
import { useAppDispatch, useAppSelector } from '../store.ts'
import { Button } from '../ui/button.tsx'
import { ErrorBoundary } from '../ui/error-boundary.tsx'
import { FailureLine } from '../ui/failure.tsx'
import { focusAfterRemoval } from '../ui/focus.ts'
import { isEditable } from './entry.ts'
import { removeComment } from './post-calls.ts'
import { Written } from './written.tsx'

type Props = { postId: string; comment: Comment }

export const CommentItem = memo(function CommentItem({ postId, comment }: Props) {
  const dispatch = useAppDispatch()
  const isMine = useAppSelector((state) => state.auth.user?._id === comment.user)
  const corner = useRef<HTMLDivElement>(null)
  const { isEditing, startEditing, endEditing } = useEditing(corner)
  const target = { postId, commentId: comment._id }
  const [pending, setPending] = useState(false)
  const [errors, setErrors] = useState<FieldError[]>([])

  async function remove() {
    const moveFocus = focusAfterRemoval(corner.current)
    setPending(true)
    const errors = await dispatch(removeComment(postId, comment._id))
    setErrors(errors)
    setPending(false)
    if (errors.length === 0) moveFocus()
  }

  const button = isMine && (
    <div ref={corner} className="flex">
      {isEditable(comment) && !isEditing && (
        <Button
          look="quiet"
          size="action"
          aria-label="Edit comment"
          title="Edit comment"
          onClick={startEditing}
        >
          <Pencil size={16} aria-hidden="true" />
        </Button>
      )}
      <Button
        look="quiet-danger"
        size="action"
        aria-label="Delete comment"
        title="Delete comment"
        pending={pending}
        onClick={remove}
      >
        <Trash2 size={16} aria-hidden="true" />
      </Button>
    </div>
  )
  return (
    <ErrorBoundary fallback={<p className="text-muted">This comment cannot be shown.</p>}>
      <PersonMenu
        what="comment"
        person={{ _id: comment.user, name: comment.name }}
        target={{ post: postId, comment: comment._id }}
      >
        {(menu, reasonForm) => (
          <Written
            entry={comment}
            target={target}
            corner={button || menu}
            form={isEditing && <EditForm entry={comment} target={target} onEnd={endEditing} />}
            folds
          >
            {reasonForm}
            <FailureLine msg={errors[0]?.msg} />
          </Written>
        )}
      </PersonMenu>
    </ErrorBoundary>
  )
})
