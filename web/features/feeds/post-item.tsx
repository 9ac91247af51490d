import { ThumbsUp, X } from 'lucide-react'
import { useRef, useState } from 'react'
import type { FieldError } from '../../../contract/errors.ts'
import type { Post } from '../../../contract/posts.ts'
import { isLiked } from '../../app/state/read-post.ts'
import { useAppDispatch } from '../../app/state/store.ts'
import { Button } from '../../ui/button.tsx'
import { FailureLine } from '../../ui/failure.tsx'
import { focusAfterRemoval, focusItem } from '../../ui/lists/focus.ts'
import { plural } from '../../ui/plural.ts'
import { EditForm, useEditing } from '../posts/editing/edit-form.tsx'
import { useHistory } from '../posts/editing/use-history.tsx'
import { usePersonMenu } from '../posts/menu/person-menu.tsx'
import { removePost, setLiked } from '../posts/post-api.ts'
import { PostBody } from '../posts/post-body.tsx'
import { DeleteButton, DiscussionLink, EditButton } from '../posts/post-buttons.tsx'
import { isEditable } from '../posts/post-or-comment.ts'
import { QuestionBadge } from '../posts/questions.tsx'
import { BookmarkButton } from './bookmarks/bookmark-button.tsx'

type Props = {
  post: Post
  userId: string | undefined
  marked: boolean | undefined
}

export function PostItem({ post, userId, marked }: Props) {
  const dispatch = useAppDispatch()
  const discussion = useRef<HTMLAnchorElement>(null)
  const { isEditing, startEditing, endEditing } = useEditing(discussion)
  const target = { postId: post._id }
  const { historyButton, history } = useHistory(post, target)
  const isMine = post.user === userId
  const [isLeaving, setLeaving] = useState(false)
  const [errors, setErrors] = useState<FieldError[]>([])
  const liked = isLiked(post, marked, userId)

  async function like(isLiked: boolean) {
    setErrors(await dispatch(setLiked(post._id, isLiked)))
  }

  async function remove() {
    const moveFocus = focusAfterRemoval(discussion.current)
    setLeaving(true)
    const errors = await dispatch(removePost(post._id, () => focusItem(post._id)))
    setErrors(errors)
    setLeaving(false)
    if (errors.length === 0) moveFocus()
  }

  const { menu, reasonForm } = usePersonMenu({
    noun: 'post',
    person: { _id: post.user, name: post.name },
    target: { post: post._id },
  })
  return (
    <PostBody
      item={post}
      mark={<QuestionBadge post={post} />}
      form={isEditing && <EditForm item={post} target={target} onEnd={endEditing} />}
      folds
      actions={
        <>
          {userId === undefined ? (
            <LikeCount count={post.likeCount} />
          ) : (
            <LikeButtons
              liked={liked}
              count={post.likeCount}
              onLike={() => like(true)}
              onUnlike={() => like(false)}
            />
          )}
          <DiscussionLink ref={discussion} post={post} />
          {isMine && <DeleteButton noun="post" pending={isLeaving} onClick={remove} />}
        </>
      }
      moreActions={
        <>
          {isMine && isEditable(post) && !isEditing && <EditButton noun="post" onClick={startEditing} />}
          {historyButton}
          <BookmarkButton postId={post._id} />
          {menu}
        </>
      }
    >
      {history}
      {reasonForm}
      <FailureLine msg={errors[0]?.msg} />
    </PostBody>
  )
}

type LikeProps = { liked: boolean; count: number; onLike: () => void; onUnlike: () => void }

/** As wide before a like as after it, so that nothing moves. */
function LikeButtons({ liked, count, onLike, onUnlike }: LikeProps) {
  return (
    <span className={`like-pill ${liked ? 'like-pill-on' : ''}`}>
      <Button
        variant={liked ? 'chosen' : 'quiet'}
        size="row"
        aria-pressed={liked}
        aria-description={plural(count, 'like')}
        title={liked ? 'You like this' : 'Like'}
        data-key={liked ? undefined : 'l'}
        onClick={onLike}
        className="pr-0.5"
      >
        {/* The icon names the button, so that the name stays the same with any count. */}
        <ThumbsUp size={17} role="img" aria-label="Like" className={liked ? 'fill-current' : ''} />
        <span className="min-w-[2ch] text-left font-mono" aria-hidden="true">
          {count > 0 && count}
        </span>
      </Button>
      <Button
        variant={liked ? 'chosen' : 'quiet'}
        size="row"
        aria-label="Unlike"
        title="Unlike"
        data-key={liked ? 'l' : undefined}
        onClick={onUnlike}
        className="unlike"
      >
        <X size={14} aria-hidden="true" />
      </Button>
    </span>
  )
}

function LikeCount({ count }: { count: number }) {
  if (count === 0) return null
  return (
    <p title={plural(count, 'like')} className="flex items-center gap-1.5 px-2 text-sm text-muted">
      <ThumbsUp size={17} role="img" aria-label="Likes" />
      <span className="font-mono">{count}</span>
    </p>
  )
}
