import { type ComponentProps, memo, type RefObject } from 'react'
import type { Post } from '../../../contract/posts.ts'
import { useAppSelector } from '../../app/state/store.ts'
import { ErrorBoundary } from '../../ui/routing/error-boundary.tsx'
import { PostItem } from './post-item.tsx'
import { QuestionRow } from './question-row.tsx'

/** Memoized, so that other changes of the page do not render a long list again. */
export const PostList = memo(function PostList({
  posts,
  list,
  hasQuestionRows,
}: {
  posts: Post[]
  list: RefObject<HTMLUListElement | null>
  hasQuestionRows: boolean
}) {
  const userId = useAppSelector((state) => state.auth.user?._id)
  const liked = useAppSelector((state) => state.post.liked)
  return (
    <ul ref={list} className="divide-y divide-line">
      {posts.map((post) => (
        <Row
          key={post._id}
          post={post}
          userId={userId}
          marked={liked[post._id]}
          isQuestionRow={hasQuestionRows && Boolean(post.question)}
        />
      ))}
    </ul>
  )
})

type RowProps = ComponentProps<typeof PostItem> & { isQuestionRow: boolean }

const Row = memo(function Row({ isQuestionRow, ...item }: RowProps) {
  return (
    <li
      data-item={item.post._id}
      tabIndex={-1}
      className={`skip-offscreen ${isQuestionRow ? 'py-2' : 'post-row'}`}
    >
      <ErrorBoundary fallback={<p className="text-muted">This post can't be shown.</p>}>
        {isQuestionRow ? <QuestionRow post={item.post} /> : <PostItem {...item} />}
      </ErrorBoundary>
    </li>
  )
})
