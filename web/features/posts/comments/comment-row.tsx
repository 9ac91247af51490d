import { CircleCheck, CornerDownRight, Reply } from 'lucide-react'
import { memo, useRef } from 'react'
import { Link } from 'react-router'
import type { Comment } from '../../../../contract/posts.ts'
import { errorsOf } from '../../../app/api/results.ts'
import { useAppSelector } from '../../../app/state/store.ts'
import { Button } from '../../../ui/button.tsx'
import { FailureLine } from '../../../ui/failure.tsx'
import { useAction } from '../../../ui/forms/use-action.ts'
import { focusAfterRemoval } from '../../../ui/lists/focus.ts'
import { ErrorBoundary } from '../../../ui/routing/error-boundary.tsx'
import { EditForm, useEditing } from '../editing/edit-form.tsx'
import { useHistory } from '../editing/use-history.tsx'
import { usePersonMenu } from '../menu/person-menu.tsx'
import { PostBody } from '../post-body.tsx'
import { DeleteButton, EditButton } from '../post-buttons.tsx'
import { addressOfComment, isEditable } from '../post-or-comment.ts'
import { SolvedBadge } from '../questions.tsx'
import type { Arranged } from './arrange.ts'
import { useAcceptMutation, useRemoveCommentMutation, useUndoAcceptMutation } from './comment-api.ts'
import { ReplyForm, useReply } from './reply-form.tsx'

type Props = {
  postId: string
  comment: Comment
  place: Arranged['place']
  parent: Comment | undefined
  mayAccept: boolean
  isMarked: boolean
  reveal: (commentId: string) => void
}

const places = {
  top: 'border-t border-line pt-3.5 pb-2 first:border-t-0',
  apart: 'border-t border-line pt-3.5 pb-2 first:border-t-0',
  reply: 'thread',
  trace: 'thread text-sm text-muted',
}

export const CommentRow = memo(function CommentRow({ place, isMarked, ...item }: Props) {
  const { postId, comment, parent } = item
  if (place === 'trace') {
    return (
      <li tabIndex={-1} className={places.trace}>
        <CornerDownRight size={14} aria-hidden="true" className="mr-1 inline" />
        <Link to={addressOfComment(postId, comment._id)} className="text-link rounded">
          A reply
        </Link>{' '}
        by <bdi>{comment.name}</bdi> was accepted and moved to the top.
      </li>
    )
  }
  const standsOut = comment.accepted || isMarked
  const classes = [
    standsOut && place !== 'reply' && 'wide-item',
    comment.accepted && 'accepted-item',
    isMarked && 'marked-item',
  ]
  return (
    <li
      id={`comment-${comment._id}`}
      data-item={comment._id}
      tabIndex={-1}
      className={`skip-offscreen ${places[place]} ${classes.filter(Boolean).join(' ')}`}
    >
      {place === 'apart' && parent && <AnswerTo postId={postId} comment={parent} />}
      <CommentItem {...item} isReply={place === 'reply'} />
    </li>
  )
})

function AnswerTo({ postId, comment }: { postId: string; comment: Comment }) {
  return (
    <p className="mb-1 text-sm text-muted">
      <CornerDownRight size={14} aria-hidden="true" className="mr-1 inline" />
      In reply to{' '}
      <Link to={addressOfComment(postId, comment._id)} className="text-link rounded">
        <bdi>{comment.name}</bdi>
      </Link>
    </p>
  )
}

type CommentItemProps = {
  postId: string
  comment: Comment
  parent: Comment | undefined
  isReply: boolean
  mayAccept: boolean
  reveal: (commentId: string) => void
}

function CommentItem({ postId, comment, parent, isReply, mayAccept, reveal }: CommentItemProps) {
  const [acceptComment] = useAcceptMutation()
  const [undoAccept] = useUndoAcceptMutation()
  const [removeComment] = useRemoveCommentMutation()
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
  const params = { id: postId, commentId: comment._id }

  async function remove() {
    const moveFocus = focusAfterRemoval(corner.current)
    if (await removal.run(() => errorsOf(removeComment({ params })))) moveFocus()
  }

  /** The comment moves to another place, and the reader with it. */
  async function toggleAccepted() {
    const change = accepted ? undoAccept : acceptComment
    if (await acceptance.run(() => errorsOf(change({ params })))) reveal(comment._id)
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
