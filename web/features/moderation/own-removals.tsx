import { Failure } from '../../ui/failure.tsx'
import { LoadMore } from '../../ui/lists/paged-list.tsx'
import { usePages } from '../../ui/lists/use-pages.ts'
import { Moment } from '../../ui/moment.tsx'
import { useOwnRemovalsInfiniteQuery } from './moderation-api.ts'
import { Quotation } from './quotation.tsx'

export function OwnRemovals() {
  const query = useOwnRemovalsInfiniteQuery()
  const { items, status, retry, list, hasMore, loadMore } = usePages(query)
  if (status === 'failed') return <Failure msg="Couldn't load removed posts." onRetry={retry} />
  if (items.length === 0) return null
  return (
    <section>
      <h2 className="text-lg font-semibold">Removed by moderators</h2>
      <ul ref={list} className="mt-2 divide-y divide-line">
        {items.map(({ _id, date, comment, text, reason }) => (
          <li key={_id} data-item={_id} tabIndex={-1} className="py-3">
            <p>
              Your {comment ? 'comment' : 'post'}{' '}
              <span className="text-sm text-muted">
                removed on <Moment date={date} />
              </span>
            </p>
            <p className="mt-1">{reason}</p>
            {text !== null && <Quotation text={text} />}
          </li>
        ))}
      </ul>
      {hasMore && <LoadMore list={list} load={loadMore} />}
    </section>
  )
}
