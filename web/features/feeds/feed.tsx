import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { feedAt, feedOpened, postsAt } from '../../app/state/post-slice.ts'
import { useAppDispatch, useAppSelector } from '../../app/state/store.ts'
import { Failure } from '../../ui/failure.tsx'
import { LoadMore } from '../../ui/lists/load-more.tsx'
import { useLoad } from '../../ui/lists/use-load.ts'
import { useIsReturn } from '../../ui/routing/route-change.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { useWithoutHidden } from '../accounts/blocks/use-hidden-people.ts'
import { addressOfFeed, type Feed as FeedOf, hasQuestionRows } from '../posts/feeds.ts'
import { loadMorePosts, loadPosts } from '../posts/post-calls.ts'
import { NewPosts } from './new-posts.tsx'
import { PostList } from './post-list.tsx'

export function Feed({ feed, empty }: { feed: FeedOf; empty: ReactNode }) {
  const dispatch = useAppDispatch()
  const { key: visit } = useLocation()
  const address = addressOfFeed(feed)
  const list = useRef<HTMLUListElement>(null)
  const posts = useWithoutHidden(useAppSelector((state) => postsAt(state.post, address)))
  const hasMore = useAppSelector((state) => feedAt(state.post, address).next !== null)
  const isMember = useAppSelector((state) => state.auth.isAuthenticated === true)
  const isReturn = useIsReturn()
  const isKnown = posts.length > 0
  const { status, retry } = useLoad(visit, async (signal) => {
    if (!isReturn || !isKnown) return dispatch(loadPosts(signal, feed))
    dispatch(feedOpened(address))
    return 'ready'
  })
  const top = useTop(isReturn)
  return (
    <div ref={top} className={status === 'loading' ? 'min-h-svh' : ''}>
      {status === 'loading' && !isKnown && <Spinner />}
      {(status === 'failed' || status === 'missing') && !isKnown && (
        <div className="mt-6">
          <Failure msg="Couldn't load posts." onRetry={retry} />
        </div>
      )}
      {status === 'ready' && !isKnown && !hasMore && <div className="mt-6">{empty}</div>}
      {isMember && (
        <NewPosts
          feed={feed}
          newest={isKnown ? posts[0]?._id : status === 'ready' ? '' : undefined}
          list={list}
        />
      )}
      <PostList posts={posts} list={list} hasQuestionRows={hasQuestionRows(feed)} />
      {hasMore && (isKnown || status === 'ready') && (
        <LoadMore list={list} load={() => dispatch(loadMorePosts(feed))} />
      )}
    </div>
  )
}

/** A feed chosen while the page is scrolled down starts at its top. */
function useTop(isReturn: boolean) {
  const top = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the feed opens
  useLayoutEffect(() => {
    // Only here, because measuring forces a layout.
    if (isReturn) return
    const isAbove = (top.current?.getBoundingClientRect().top ?? 0) < 0
    if (isAbove) scrollTo({ top: 0, behavior: 'instant' })
  }, [])
  return top
}
