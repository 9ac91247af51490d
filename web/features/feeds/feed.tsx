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
import { errorsOf, loadStatus } from '../../app/api/results.ts'
import { feedAt, feedOpened, postsAt } from '../../app/state/post-slice.ts'
import { useAppDispatch, useAppSelector } from '../../app/state/store.ts'
import { Failure } from '../../ui/failure.tsx'
import { focusItemIn } from '../../ui/lists/focus.ts'
import { NewItems } from '../../ui/lists/new-items.tsx'
import { LoadMore } from '../../ui/lists/paged-list.tsx'
import { ErrorBoundary } from '../../ui/routing/error-boundary.tsx'
import { useIsReturn } from '../../ui/routing/route-change.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { useWithoutHidden } from '../accounts/blocks/use-hidden-people.ts'
import { inBurstsOf, onLiveEvent } from '../events/live-events.ts'
import { addressOfFeed, type Feed as FeedOf, hasQuestionRows } from '../posts/feeds.ts'
import {
  inFeed,
  showNewerPosts,
  useLazyNewestPostsQuery,
  useLazyPostsQuery,
  usePostsQuery,
} from '../posts/post-api.ts'
import { PostItem } from './post-item.tsx'
import { QuestionRow } from './question-row.tsx'

type Props = { feed: FeedOf; empty: ReactNode }

export function Feed(props: Props) {
  return <VisitedFeed key={useLocation().key} {...props} />
}

function VisitedFeed({ feed, empty }: Props) {
  const dispatch = useAppDispatch()
  const address = addressOfFeed(feed)
  const list = useRef<HTMLUListElement>(null)
  const posts = useWithoutHidden(useAppSelector((state) => postsAt(state.post, address)))
  const next = useAppSelector((state) => feedAt(state.post, address).next)
  const isMember = useAppSelector((state) => state.auth.isAuthenticated === true)
  const isReturn = useIsReturn()
  const isKnown = posts.length > 0
  const [isKept] = useState(isReturn && isKnown)
  const query = usePostsQuery(inFeed(feed), { skip: isKept })
  const [loadPage] = useLazyPostsQuery()
  const status = isKept ? 'ready' : loadStatus(query)
  useEffect(() => {
    if (isKept) dispatch(feedOpened(address))
  }, [isKept, address, dispatch])
  const top = useTop(isReturn)
  return (
    <div ref={top} className={status === 'loading' ? 'min-h-svh' : ''}>
      {status === 'loading' && !isKnown && <Spinner />}
      {(status === 'failed' || status === 'missing') && !isKnown && (
        <div className="mt-6">
          <Failure msg="Couldn't load posts." onRetry={query.refetch} />
        </div>
      )}
      {status === 'ready' && !isKnown && !next && <div className="mt-6">{empty}</div>}
      {isMember && (
        <NewPosts
          feed={feed}
          newest={isKnown ? posts[0]?._id : status === 'ready' ? '' : undefined}
          list={list}
        />
      )}
      <PostList posts={posts} list={list} hasQuestionRows={hasQuestionRows(feed)} />
      {next && (isKnown || status === 'ready') && (
        <LoadMore list={list} load={() => errorsOf(loadPage({ ...inFeed(feed), cursor: next }))} />
      )}
    </div>
  )
}

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
  const { page, news } = useNewPosts(feed, newest)
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
function useNewPosts(feed: FeedOf, newest: string | undefined) {
  const [loadNewest, { data: page }] = useLazyNewestPostsQuery()

  const check = useEffectEvent(() => {
    if (newest !== undefined) void loadNewest(inFeed(feed))
  })

  // Ids sort by time; events of listed posts are edits.
  const isNew = useEffectEvent((id: string) => newest === undefined || id > newest)

  useEffect(() => {
    const checks = inBurstsOf(() => check())
    const endListening = onLiveEvent(({ kind, post = '' }) => {
      if (kind === 'reset' || (kind === 'post' && isNew(post))) checks.add(kind)
    })
    return () => {
      endListening()
      checks.stop()
    }
  }, [])

  const news = page && newest !== undefined ? page.items.filter(({ _id }) => _id > newest) : []
  return { page, news }
}
