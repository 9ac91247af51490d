import { errorsOf } from '../../app/api/results.ts'
import { useAppDispatch, useAppSelector } from '../../app/state/store.ts'
import { Button } from '../../ui/button.tsx'
import { Failure, FailureLine } from '../../ui/failure.tsx'
import { useAction } from '../../ui/forms/use-action.ts'
import { Frame } from '../../ui/layout/frame.tsx'
import { PageHeading } from '../../ui/layout/page.tsx'
import { Empty } from '../../ui/lists/empty.tsx'
import { focusItemIn } from '../../ui/lists/focus.ts'
import { NewItems } from '../../ui/lists/new-items.tsx'
import { LoadMore } from '../../ui/lists/paged-list.tsx'
import { usePages } from '../../ui/lists/use-pages.ts'
import { useIsReturn } from '../../ui/routing/route-change.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import {
  prependNotifications,
  replaceNotifications,
  useMarkReadMutation,
  useNotificationsInfiniteQuery,
} from './notification-api.ts'
import { NotificationItem } from './notification-item.tsx'
import { useNewNotifications } from './use-new-notifications.ts'

export function NotificationsPage() {
  const dispatch = useAppDispatch()
  const unread = useAppSelector((state) => state.auth.user?.unread ?? 0)
  const { pending, failure, run } = useAction()
  const query = useNotificationsInfiniteQuery(undefined, { refetchOnMountOrArgChange: !useIsReturn() })
  const { items, status, retry, list, hasMore, loadMore } = usePages(query)
  const [markRead] = useMarkReadMutation()
  const { newest, news, isMore } = useNewNotifications(items, status === 'ready')
  const isAllRead = unread === 0 && items.every(({ read }) => read)

  function showNews() {
    dispatch(newest && isMore ? replaceNotifications(newest) : prependNotifications(news))
    scrollTo({ top: 0 })
    focusItemIn(list.current, news[0]?._id)
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
            isDisabled={isAllRead}
            onClick={() => run(() => errorsOf(markRead({ body: {} })))}
          >
            Mark all as read
          </Button>
        )}
      </div>
      <FailureLine msg={failure} />
      <NewItems count={news.length} isMore={isMore} noun="notification" onShow={showNews} />
      <div className="mt-4">
        {status === 'loading' && items.length === 0 && <Spinner />}
        {status === 'failed' && <Failure msg="Couldn't load notifications." onRetry={retry} />}
        {status === 'ready' && items.length === 0 && (
          <Empty command="tail notifications">
            <p>Answers, mentions, likes and new followers appear here.</p>
          </Empty>
        )}
        <ul ref={list} className="grid gap-1">
          {items.map((item) => (
            <li key={item._id} data-item={item._id} tabIndex={-1} className="rounded-lg">
              <NotificationItem of={item} />
            </li>
          ))}
        </ul>
        {hasMore && <LoadMore list={list} load={loadMore} />}
      </div>
    </Frame>
  )
}
