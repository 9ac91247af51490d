import { MessageSquare, ThumbsDown, ThumbsUp, Trash2 } from 'lucide-react'
import { memo, useState } from 'react'
import type { Post } from '../../contract/posts.ts'
import type { FieldError } from '../api.ts'
import { type Thunk, useAppDispatch } from '../store.ts'
import { Button, ButtonLink } from '../ui/button.tsx'
import { FailureLine } from '../ui/failure.tsx'
import { like, removePost, unlike } from './post-calls.ts'
import { isLiked } from './read-post.ts'
import { Written } from './written.tsx'

type Props = {
  post: Post
  /** Who reads it. */
  userId: string | undefined
  /** What the server says of the reader's like, where it was asked. */
  marked: boolean | undefined
}

/** A post in the feed, with all that can be done to it. */
export const PostItem = memo(function PostItem({ post, userId, marked }: Props) {
  const dispatch = useAppDispatch()
  const [pending, setPending] = useState<Action>()
  const [errors, setErrors] = useState<FieldError[]>([])
  const liked = isLiked(post, marked, userId)

  async function act(action: Action) {
    if (pending) return
    setPending(action)
    setErrors(await dispatch(actions[action](post._id)))
    setPending(undefined)
  }

  return (
    <Written entry={post}>
      <div className="mt-3 flex flex-wrap items-center gap-2 border-t border-line pt-3">
        <Button
          look={liked ? 'chosen' : 'secondary'}
          size="small"
          aria-pressed={liked}
          aria-description={countInWords(post.likeCount)}
          title={liked ? 'You like this' : 'Like'}
          disabled={pending === 'like'}
          onClick={() => act('like')}
        >
          {/* The icon names the button, so that its name stays the same beside any count. */}
          <ThumbsUp size={16} role="img" aria-label="Like" className={liked ? 'fill-accent-soft' : ''} />
          {post.likeCount > 0 && <span aria-hidden="true">{post.likeCount}</span>}
        </Button>
        <Button
          look="secondary"
          size="small"
          aria-label="Unlike"
          title="Unlike"
          disabled={pending === 'unlike'}
          onClick={() => act('unlike')}
        >
          <ThumbsDown size={16} aria-hidden="true" />
        </Button>
        <ButtonLink to={`/posts/${post._id}`} look="secondary" size="small">
          <MessageSquare size={16} aria-hidden="true" className="text-accent" />
          Discussion
          {post.commentCount > 0 && (
            <span className="rounded-full bg-sunken px-2 text-xs leading-5">{post.commentCount}</span>
          )}
        </ButtonLink>
        {post.user === userId && (
          <Button
            look="quiet-danger"
            size="small"
            aria-label="Delete post"
            title="Delete post"
            pending={pending === 'remove'}
            onClick={() => act('remove')}
            className="ml-auto"
          >
            <Trash2 size={16} aria-hidden="true" />
          </Button>
        )}
      </div>
      <FailureLine msg={errors[0]?.msg} />
    </Written>
  )
})

type Action = 'like' | 'unlike' | 'remove'
const actions: Record<Action, (id: string) => Thunk<Promise<FieldError[]>>> = {
  like,
  unlike,
  remove: removePost,
}

const countInWords = (count: number) => (count === 1 ? '1 like' : `${count} likes`)
