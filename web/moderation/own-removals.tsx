import { callPage } from '../client.ts'
import { LoadMore } from '../ui/load-more.tsx'
import { Moment } from '../ui/moment.tsx'
import { usePagedList } from '../ui/use-paged-list.ts'
import { Quoted } from './quoted.tsx'

/** What moderators have taken out of what the user wrote, and why; nothing is shown where there is none. */
export function OwnRemovals() {
  const { items, list, hasMore, loadMore } = usePagedList('own removals', (sent) =>
    callPage('GET /api/auth/removals', sent),
  )
  if (items.length === 0) return null
  return (
    <section>
      <h2 className="text-lg font-semibold">Removed by moderators</h2>
      <ul ref={list} className="mt-2 divide-y divide-line">
        {items.map(({ _id, date, comment, text, reason }) => (
          <li key={_id} data-entry={_id} tabIndex={-1} className="py-3">
            <p>
              Your {comment ? 'comment' : 'post'}{' '}
              <span className="text-sm text-muted">
                removed on <Moment date={date} />
              </span>
            </p>
            <p className="mt-1">{reason}</p>
            {text !== null && <Quoted text={text} />}
          </li>
        ))}
      </ul>
      {hasMore && <LoadMore list={list} load={loadMore} />}
    </section>
  )
}
