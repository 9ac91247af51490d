import { CircleCheck, Reply } from 'lucide-react'
import { useRef } from 'react'
import type { Comment } from '../../../../contract/posts.ts'
import { useAppDispatch, useAppSelector } from '../../../app/state/store.ts'
import { Button } from '../../../ui/button.tsx'
import { FailureLine } from '../../../ui/failure.tsx'
import { useAction } from '../../../ui/forms/use-action.ts'
import { focusAfterRemoval } from '../../../ui/lists/focus.ts'
import { ErrorBoundary } from '../../../ui/routing/error-boundary.tsx'
import { EditForm } from '../editing/edit-form.tsx'
import { PostBody } from '../editing/post-body.tsx'
import { useEditing } from '../editing/use-editing.ts'
import { useHistory } from '../editing/use-history.tsx'
import { usePersonMenu } from '../menu/person-menu.tsx'
import { DeleteButton, EditButton } from '../own-buttons.tsx'
import { isEditable } from '../post-or-comment.ts'
import { SolvedBadge } from '../question-badge.tsx'
import { addressOfComment } from './comment-address.ts'
import { accept, removeComment } from './comment-calls.ts'
import { ReplyForm } from './reply-form.tsx'
import { useReply } from './use-reply.ts'

type Props = {
  postId: string
  comment: Comment
  parent: Comment | undefined
  isReply: boolean
  mayAccept: boolean
  reveal: (commentId: string) => void
}

export function CommentItem({ postId, comment, parent, isReply, mayAccept, reveal }: Props) {
  const dispatch = useAppDispatch()
  const userId = useAppSelector((state) => state.auth.user?._id)
  const isMine = userId === comment.user
  const corner = useRef<HTMLDivElement>(null)
  const { isEditing, startEditing, endEditing } = useEditing(corner)
  const removal = useAction()
  const acceptance = useAction()
  const reply = useReply(comment)
  const target = { postId, commentId: comment._id }
  const { historyButton, history } = useHistory(comment, target)
  const { accepted } = comment

  async function remove() {
    const moveFocus = focusAfterRemoval(corner.current)
    if (await removal.run(() => dispatch(removeComment(postId, comment._id)))) moveFocus()
  }

  /** The comment moves to another place, and the reader with it. */
  async function toggleAccepted() {
    if (await acceptance.run(() => dispatch(accept(postId, comment._id, !accepted)))) reveal(comment._id)
  }

  const ownButtons = isMine && (
    <div ref={corner} className="flex">
      <DeleteButton noun="comment" pending={removal.pending} onClick={remove} />
      {isEditable(comment) && !isEditing && <EditButton noun="comment" onClick={startEditing} />}
    </div>
  )
  // A server without threads leaves `parent` out.
  const mayReply = userId !== undefined && comment.parent !== undefined
  const { menu, reasonForm } = usePersonMenu({
    noun: 'comment',
    person: { _id: comment.user, name: comment.name },
    target: { post: postId, comment: comment._id },
  })
  const actions = (mayReply || mayAccept) && (
    <>
      {mayReply && (
        <Button
          ref={reply.button}
          variant="quiet"
          size="row"
          aria-label={`Reply to ${comment.name}`}
          aria-expanded={reply.isOpen}
          data-key="r"
          onClick={reply.toggle}
        >
          <Reply size={16} aria-hidden="true" />
          Reply
        </Button>
      )}
      {mayAccept && (
        <Button variant="quiet" size="row" pending={acceptance.pending} onClick={toggleAccepted}>
          <CircleCheck size={16} aria-hidden="true" />
          {accepted ? 'Undo accept' : 'Accept answer'}
        </Button>
      )}
    </>
  )
  return (
    <ErrorBoundary fallback={<p className="text-muted">This comment can't be shown.</p>}>
      <PostBody
        item={comment}
        address={addressOfComment(postId, comment._id)}
        isSmall={isReply}
        mark={
          <>
            {isReply && parent && <span className="sr-only">in reply to {parent.name}</span>}
            {accepted && <SolvedBadge>Accepted answer</SolvedBadge>}
          </>
        }
        corner={ownButtons || menu}
        form={isEditing && <EditForm item={comment} target={target} onEnd={endEditing} />}
        folds
        actions={actions}
        moreActions={historyButton}
      >
        {history}
        {reply.isOpen && <ReplyForm postId={postId} comment={comment} reply={reply} onSent={reveal} />}
        {reasonForm}
        <FailureLine msg={removal.failure ?? acceptance.failure} />
      </PostBody>
    </ErrorBoundary>
  )
}
