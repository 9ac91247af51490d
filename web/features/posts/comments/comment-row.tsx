import { CornerDownRight } from 'lucide-react'
import { memo } from 'react'
import { Link } from 'react-router'
import type { Comment } from '../../../../contract/posts.ts'
import type { Arranged } from './arrange.ts'
import { addressOfComment } from './comment-address.ts'
import { CommentItem } from './comment-item.tsx'

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
