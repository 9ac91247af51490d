import type { ReactNode } from 'react'
import { Failure } from '../failure.tsx'
import { Spinner } from '../spinner.tsx'
import { LoadMore } from './load-more.tsx'
import type { LoadedPages } from './use-pages.ts'

type Props<Item> = {
  pages: LoadedPages<Item>
  empty: string
  children: (item: Item) => ReactNode
}

export function PagedList<Item extends { _id: string }>({ pages, empty, children }: Props<Item>) {
  return (
    <PagedFrame pages={pages} empty={empty}>
      <ul ref={pages.list} className="mt-2 divide-y divide-line">
        {pages.items.map((item) => (
          <li key={item._id} data-item={item._id} tabIndex={-1} className="py-3">
            {children(item)}
          </li>
        ))}
      </ul>
    </PagedFrame>
  )
}

type FrameProps<List extends HTMLElement> = {
  pages: LoadedPages<unknown, List>
  empty: string
  children: ReactNode
}

/** What surrounds a list of any shape. */
export function PagedFrame<List extends HTMLElement>({ pages, empty, children }: FrameProps<List>) {
  const { items, status, retry, list, hasMore, loadMore } = pages
  if (status === 'loading' && items.length === 0) return <Spinner />
  if (status === 'failed') {
    return (
      <div className="mt-3">
        <Failure msg="Couldn't load this list." onRetry={retry} />
      </div>
    )
  }
  return (
    <>
      {items.length === 0 && !hasMore && <p className="mt-3 text-muted">{empty}</p>}
      {children}
      {hasMore && <LoadMore list={list} load={loadMore} />}
    </>
  )
}
