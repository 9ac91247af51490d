import type { Post } from '../../../../contract/posts.ts'
import { readPost } from '../../../app/state/read-post.ts'
import { useAppDispatch } from '../../../app/state/store.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { Failure } from '../../../ui/failure.tsx'
import { Page } from '../../../ui/layout/frame.tsx'
import { Empty } from '../../../ui/lists/empty.tsx'
import { LoadMore } from '../../../ui/lists/paged-list.tsx'
import { usePages } from '../../../ui/lists/use-pages.ts'
import { useIsReturn } from '../../../ui/routing/route-change.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
import { useWithoutHidden } from '../../accounts/blocks/use-hidden-people.ts'
import { useLivePosts } from '../../events/refresh-posts.ts'
import { useHistory } from '../../posts/editing/use-history.tsx'
import { PostBody } from '../../posts/post-body.tsx'
import { DiscussionLink } from '../../posts/post-buttons.tsx'
import { QuestionBadge } from '../../posts/questions.tsx'
import { editBookmarks, useBookmarksInfiniteQuery } from './bookmark-api.ts'
import { BookmarkButton } from './bookmark-button.tsx'

export function BookmarksPage() {
  const dispatch = useAppDispatch()
  const query = useBookmarksInfiniteQuery(undefined, { refetchOnMountOrArgChange: !useIsReturn() })
  const { items, status, retry, list, hasMore, loadMore } = usePages(query)
  useLivePosts(items, (change) => dispatch(editBookmarks(change)))
  const posts = useWithoutHidden(items)
  return (
    <Page heading="Bookmarks" lead="Posts you saved. Only you can see them." accountLinks>
      {status === 'loading' && items.length === 0 && <Spinner />}
      {status === 'failed' && <Failure msg="Couldn't load bookmarks." onRetry={retry} />}
      {status === 'ready' && items.length === 0 && (
        <Empty command="ls bookmarks">
          <p>No bookmarks yet. Use the bookmark icon on a post to save it.</p>
          <ButtonLink to="/posts" variant="secondary" size="small">
            Browse posts
          </ButtonLink>
        </Empty>
      )}
      <ul ref={list} className="divide-y divide-line border-t border-line empty:border-t-0">
        {posts.map((post) => (
          <li key={post._id} data-item={post._id} tabIndex={-1} className="skip-offscreen post-row">
            <Bookmarked post={readPost(post)} />
          </li>
        ))}
      </ul>
      {hasMore && <LoadMore list={list} load={loadMore} />}
    </Page>
  )
}

function Bookmarked({ post }: { post: Post }) {
  const { historyButton, history } = useHistory(post, { postId: post._id })
  return (
    <PostBody
      item={post}
      mark={<QuestionBadge post={post} />}
      folds
      actions={<DiscussionLink post={post} />}
      moreActions={
        <>
          {historyButton}
          <BookmarkButton postId={post._id} />
        </>
      }
    >
      {history}
    </PostBody>
  )
}
