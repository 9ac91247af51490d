import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { feedAt, feedOpened, postsAt } from '../../app/state/post-slice.ts'
import { useAppDispatch, useAppSelector } from '../../app/state/store.ts'
import { Failure } from '../../ui/failure.tsx'
import { LoadMore } from '../../ui/lists/load-more.tsx'
import { useGradualList } from '../../ui/lists/use-gradual-list.ts'
import { useLoad } from '../../ui/lists/use-load.ts'
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
  const { known, visible, filled, isReturn } = useGradualList(posts)
  const isKnown = posts.length > 0
  const isComplete = visible.length === known.length
  const { status, retry } = useLoad(visit, async (signal) => {
    if (!isReturn || !isKnown) return dispatch(loadPosts(signal, feed))
    dispatch(feedOpened(address))
    return 'ready'
  })
  const top = useTop(isReturn)
  return (
    <div ref={top} className={status === 'loading' ? 'min-h-svh' : ''}>
      {visible.length === 0 && (status === 'loading' || isKnown) && <Spinner />}
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
      <PostList posts={visible} filled={filled} list={list} hasQuestionRows={hasQuestionRows(feed)} />
      {hasMore && isComplete && (visible.length > 0 || (status === 'ready' && !isKnown)) && (
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
