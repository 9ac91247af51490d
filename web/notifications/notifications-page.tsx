import { errorsOf } from '../api.ts'
import { useAppDispatch, useAppSelector } from '../store.ts'
import { Button } from '../ui/button.tsx'
import { Empty } from '../ui/empty.tsx'
import { Failure, FailureLine } from '../ui/failure.tsx'
import { focusEntryIn } from '../ui/focus.ts'
import { Frame } from '../ui/frame.tsx'
import { LoadMore } from '../ui/load-more.tsx'
import { NewEntries } from '../ui/over-page.tsx'
import { PageHeading } from '../ui/page.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { useAction } from '../ui/use-action.ts'
import { usePages } from '../ui/use-pages.ts'
import {
  prependNotifications,
  useMarkReadMutation,
  useNotificationsInfiniteQuery,
} from './notification-api.ts'
import { NotificationEntry } from './notification-entry.tsx'
import { useNews } from './use-news.ts'

export function NotificationsPage() {
  const dispatch = useAppDispatch()
  const unread = useAppSelector((state) => state.auth.user?.unread ?? 0)
  const { pending, failure, run } = useAction()
  const query = useNotificationsInfiniteQuery()
  const { items, status, retry, list, hasMore, loadMore } = usePages(query)
  const [markRead] = useMarkReadMutation()
  const news = useNews(items, status === 'ready')
  const isAllRead = unread === 0 && items.every(({ read }) => read)

  function showNews() {
    dispatch(prependNotifications(news))
    scrollTo({ top: 0 })
    focusEntryIn(list.current, news[0]?._id)
  }

  return (
    <Frame>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <PageHeading className="text-2xl font-semibold">Notifications</PageHeading>
        {items.length > 0 && (
          <Button
            variant="secondary"
            size="small"
            pending={pending}
            idle={isAllRead}
            onClick={() => run(() => errorsOf(markRead({})))}
          >
            Mark all as read
          </Button>
        )}
      </div>
      <FailureLine msg={failure} />
      <NewEntries count={news.length} noun="notification" onShow={showNews} />
      <div className="mt-4">
        {status === 'loading' && items.length === 0 && <Spinner />}
        {(status === 'failed' || status === 'missing') && (
          <Failure msg="The notifications could not be loaded." onRetry={retry} />
        )}
        {status === 'ready' && items.length === 0 && (
          <Empty command="tail notifications">
            <p>Nothing yet. Answers, mentions, likes and followers are told here.</p>
          </Empty>
        )}
        <ul ref={list} className="grid gap-1">
          {items.map((item) => (
            <li key={item._id} data-entry={item._id} tabIndex={-1} className="rounded-lg">
              <NotificationEntry of={item} />
            </li>
          ))}
        </ul>
        {hasMore && <LoadMore list={list} load={loadMore} />}
      </div>
    </Frame>
  )
}
