import type { ReactNode } from 'react'
import type { Page } from '../api.ts'
import { Empty } from '../ui/empty.tsx'
import { Failure } from '../ui/failure.tsx'
import { LoadMore } from '../ui/load-more.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { usePagedList } from '../ui/use-paged-list.ts'

type Props<Item> = {
  /** Names the search: another one is another list. */
  search: string
  isAsked: boolean
  ask: (sent: { cursor?: string | null; signal?: AbortSignal }) => Promise<Page<Item>>
  show: (item: Item) => ReactNode
}

/** What a search has found. While the next one is under way, the last one stays in sight. */
export function Results<Item extends { _id: string }>({ search, isAsked, ask, show }: Props<Item>) {
  const { items, status, retry, list, hasMore, loadMore } = usePagedList<Item>(search, (sent) =>
    isAsked ? ask(sent) : Promise.resolve({ items: [], next: null }),
  )
  return (
    <section aria-label="Results" aria-busy={status === 'loading'} className="mt-6">
      <p role="status" className="sr-only">
        {status === 'ready' && isAsked && `${items.length}${hasMore ? ' or more' : ''} found`}
      </p>
      {status === 'loading' && items.length === 0 && <Spinner />}
      {status === 'failed' && <Failure msg="The search did not work." onRetry={retry} />}
      {status === 'missing' && <p className="text-muted">This community cannot be searched.</p>}
      {status === 'ready' && isAsked && items.length === 0 && (
        <Empty command="grep -r">
          <p>Nothing found. Try fewer or shorter words, or leave out a filter.</p>
        </Empty>
      )}
      <ul ref={list} className="divide-y divide-line border-t border-line empty:border-t-0">
        {items.map((item) => (
          <li key={item._id} data-entry={item._id} tabIndex={-1} className="skip-offscreen py-4">
            {show(item)}
          </li>
        ))}
      </ul>
      {hasMore && <LoadMore list={list} load={loadMore} />}
    </section>
  )
}
