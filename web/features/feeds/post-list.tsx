import { type ComponentProps, memo, type RefObject } from 'react'
import type { Post } from '../../../contract/posts.ts'
import { useAppSelector } from '../../app/state/store.ts'
import { rememberedSize } from '../../ui/lists/scroll-memory.ts'
import type { Filled } from '../../ui/lists/use-gradual-list.ts'
import { ErrorBoundary } from '../../ui/routing/error-boundary.tsx'
import { PostItem } from './post-item.tsx'
import { QuestionRow } from './question-row.tsx'

/** Memoized, so that other changes of the page do not render a long list again. */
export const PostList = memo(function PostList({
  posts,
  filled,
  list,
  hasQuestionRows,
}: {
  posts: Post[]
  filled: Filled
  list: RefObject<HTMLUListElement | null>
  hasQuestionRows: boolean
}) {
  const userId = useAppSelector((state) => state.auth.user?._id)
  const liked = useAppSelector((state) => state.post.liked)
  return (
    <ul ref={list} className="divide-y divide-line">
      {posts.map((post, index) => (
        <Row
          key={post._id}
          post={post}
          userId={userId}
          marked={liked[post._id]}
          isFilled={index >= filled.from && index < filled.to}
          isQuestionRow={hasQuestionRows && Boolean(post.question)}
        />
      ))}
    </ul>
  )
})

type RowProps = ComponentProps<typeof PostItem> & { isFilled: boolean; isQuestionRow: boolean }

const Row = memo(function Row({ isFilled, isQuestionRow, ...item }: RowProps) {
  const { _id } = item.post
  // Without content it keeps its last height, even near the window, where it would be laid out.
  const style = isFilled
    ? rememberedSize(_id)
    : { ...rememberedSize(_id), contentVisibility: 'hidden' as const }
  return (
    <li
      data-item={_id}
      tabIndex={-1}
      style={style}
      className={`skip-offscreen ${isQuestionRow ? 'py-2' : 'post-row'}`}
    >
      {isFilled && (
        <ErrorBoundary fallback={<p className="text-muted">This post can't be shown.</p>}>
          {isQuestionRow ? <QuestionRow post={item.post} /> : <PostItem {...item} />}
        </ErrorBoundary>
      )}
    </li>
  )
})
