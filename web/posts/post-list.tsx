import { memo } from 'react'
import type { Post } from '../../contract/posts.ts'
import { useAppSelector } from '../store.ts'
import { ErrorBoundary } from '../ui/error-boundary.tsx'
import { PostItem } from './post-item.tsx'

type Props = {
  posts: Post[]
  /** The post that the reader comes back from. */
  opened: string | undefined
  returnTo: ((entry: Element | null) => void) | undefined
}

/** Apart from its page, so that nothing else that changes there touches a long list. */
export const PostList = memo(function PostList({ posts, opened, returnTo }: Props) {
  const userId = useAppSelector((state) => state.auth.user?._id)
  const liked = useAppSelector((state) => state.post.liked)
  return (
    <ul className="mt-6 grid gap-4">
      {posts.map((post) => (
        <li key={post._id} ref={post._id === opened ? returnTo : undefined} className="skip-offscreen">
          <ErrorBoundary fallback={<p className="card p-5 text-muted">This post cannot be shown.</p>}>
            <PostItem post={post} userId={userId} marked={liked[post._id]} />
          </ErrorBoundary>
        </li>
      ))}
    </ul>
  )
})
