import { memo, type RefObject } from 'react'
import type { Post } from '../../contract/posts.ts'
import { useBookmarksOf } from '../bookmarks/use-bookmarks-of.ts'
import { useAppSelector } from '../store.ts'
import { ErrorBoundary } from '../ui/error-boundary.tsx'
import { rememberedSize } from '../ui/scroll-memory.ts'
import { PostItem } from './post-item.tsx'

/** Apart from its page, so that nothing else that changes there touches a long list. */
export const PostList = memo(function PostList({
  posts,
  list,
}: {
  posts: Post[]
  list: RefObject<HTMLUListElement | null>
}) {
  const userId = useAppSelector((state) => state.auth.user?._id)
  const liked = useAppSelector((state) => state.post.liked)
  useBookmarksOf(posts)
  return (
    <ul ref={list} className="divide-y divide-line">
      {posts.map((post) => (
        <li
          key={post._id}
          data-entry={post._id}
          tabIndex={-1}
          style={rememberedSize(post._id)}
          className="skip-offscreen py-4"
        >
          <ErrorBoundary fallback={<p className="text-muted">This post cannot be shown.</p>}>
            <PostItem post={post} userId={userId} marked={liked[post._id]} />
          </ErrorBoundary>
        </li>
      ))}
    </ul>
  )
})
