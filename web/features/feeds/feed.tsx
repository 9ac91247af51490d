import {
  type ComponentProps,
  memo,
  type ReactNode,
  type RefObject,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { useLocation } from 'react-router'
import type { Post } from '../../../contract/posts.ts'
import { asApiError } from '../../app/api/outcome.ts'
import type { Page } from '../../app/api/request.ts'
import { feedAt, feedOpened, postsAt } from '../../app/state/post-slice.ts'
import { useAppDispatch, useAppSelector } from '../../app/state/store.ts'
import { Failure } from '../../ui/failure.tsx'
import { focusItemIn } from '../../ui/lists/focus.ts'
import { NewItems } from '../../ui/lists/new-items.tsx'
import { LoadMore } from '../../ui/lists/paged-list.tsx'
import { useLoad } from '../../ui/lists/use-load.ts'
import { ErrorBoundary } from '../../ui/routing/error-boundary.tsx'
import { useIsReturn } from '../../ui/routing/route-change.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { useWithoutHidden } from '../accounts/blocks/use-hidden-people.ts'
import { inBurstsOf, onLiveEvent } from '../events/live-events.ts'
import { addressOfFeed, type Feed as FeedOf, hasQuestionRows } from '../posts/feeds.ts'
import { askForNewest, loadMorePosts, loadPosts, showNewerPosts } from '../posts/post-calls.ts'
import { PostItem } from './post-item.tsx'
import { QuestionRow } from './question-row.tsx'

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

/** Memoized, so that other changes of the page do not render a long list again. */
const PostList = memo(function PostList({
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

type NewPostsProps = {
  feed: FeedOf
  /** '' if the list is empty, undefined while that is not known. */
  newest: string | undefined
  list: RefObject<HTMLUListElement | null>
}

function NewPosts({ feed, newest, list }: NewPostsProps) {
  const dispatch = useAppDispatch()
  const { page, news } = useNewPosts(newest, () => dispatch(askForNewest(feed)))
  const visible = useWithoutHidden(news)
  const isMore = page?.next !== null && news.length === page?.items.length

  function show() {
    if (page) dispatch(showNewerPosts(feed, page))
    scrollTo({ top: 0 })
    focusItemIn(list.current, visible[0]?._id)
  }

  return <NewItems count={visible.length} isMore={isMore} noun="post" onShow={show} />
}

/** Loads the newest page when someone has posted; `news` are its posts that are not listed yet. */
function useNewPosts(newest: string | undefined, load: () => Promise<Page<Post>>) {
  const [page, setPage] = useState<Page<Post>>()

  const check = useEffectEvent(async () => {
    if (newest === undefined) return
    try {
      setPage(await load())
    } catch (error) {
      // What is listed stays; the next event is another chance.
      asApiError(error)
    }
  })

  // Ids sort by time; events of listed posts are edits.
  const isNew = useEffectEvent((id: string) => newest === undefined || id > newest)

  useEffect(() => {
    const checks = inBurstsOf(() => void check())
    const endListening = onLiveEvent(({ kind, post = '' }) => {
      if (kind === 'reset' || (kind === 'post' && isNew(post))) checks.add(kind)
    })
    return () => {
      endListening()
      checks.stop()
    }
  }, [])

  // The reader's own post may be listed already while the response is older.
  const news = page && newest !== undefined ? page.items.filter(({ _id }) => _id > newest) : []
  return { page, news }
}
