import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { Failure } from '../../ui/failure.tsx'
import { Empty } from '../../ui/lists/empty.tsx'
import { LoadMore } from '../../ui/lists/load-more.tsx'
import type { LoadedPages } from '../../ui/lists/use-pages.ts'
import { ErrorBoundary } from '../../ui/routing/error-boundary.tsx'
import { useIsReturn } from '../../ui/routing/route-change.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { shownNumber } from './filter-options.tsx'
import type { Known } from './people-filters.tsx'

type Props<Item> = {
  search: string
  isAsked: boolean
  total: Known<{ count: number; exact: boolean }>
  found: LoadedPages<Item>
  isHidden?: (item: Item) => boolean
  renderItem: (item: Item) => ReactNode
}

/** While the next search is under way, the last results stay. */
export function Results<Item extends { _id: string }>(props: Props<Item>) {
  const { search, isAsked, total, found, isHidden = () => false, renderItem } = props
  const { failure, isNotFound, retry, list, hasMore, loadMore } = found
  const status = isAsked ? found.status : 'unasked'
  const items = isAsked ? found.items.filter((item) => !isHidden(item)) : []
  const top = useTopOf(search)
  const number = total ? shownNumber(total.count, total.exact) : `${items.length}${hasMore ? '+' : ''}`
  return (
    <section ref={top} aria-label="Results" aria-busy={status === 'loading'} className="mt-6">
      <p role="status" className={items.length > 0 ? 'caption mb-2 min-h-5' : 'sr-only'}>
        {status === 'ready' && `${number} found`}
      </p>
      {status === 'loading' && items.length === 0 && <Spinner />}
      {status === 'failed' && !isNotFound && <Failure msg={failure ?? 'Search failed.'} onRetry={retry} />}
      {status === 'failed' && isNotFound && <p className="text-muted">This can't be searched.</p>}
      {status === 'unasked' && (
        <Empty command="grep -r">
          <p>Type to search. The start of a word is enough.</p>
        </Empty>
      )}
      {status === 'ready' && items.length === 0 && !hasMore && (
        <Empty command="grep -r">
          <p>No results. Try fewer or shorter words, or clear a filter.</p>
        </Empty>
      )}
      <ul ref={list} className="divide-y divide-line border-t border-line empty:border-t-0">
        {items.map((item) => (
          <li key={item._id} data-item={item._id} tabIndex={-1} className="skip-offscreen py-4">
            <ErrorBoundary fallback={<p className="text-muted">This result can't be shown.</p>}>
              {renderItem(item)}
            </ErrorBoundary>
          </li>
        ))}
      </ul>
      {hasMore && <LoadMore list={list} load={loadMore} />}
    </section>
  )
}

function useTopOf(search: string) {
  const top = useRef<HTMLElement>(null)
  const last = useRef(search)
  const isReturn = useIsReturn()
  useLayoutEffect(() => {
    if (last.current === search) return
    last.current = search
    const isAbove = (top.current?.getBoundingClientRect().top ?? 0) < 0
    if (isAbove && !isReturn) scrollTo({ top: 0, behavior: 'instant' })
  }, [search, isReturn])
  return top
}
