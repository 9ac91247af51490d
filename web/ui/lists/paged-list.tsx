import { type ReactNode, type RefObject, useEffect, useEffectEvent, useState } from 'react'
import type { FieldError } from '../../../contract/errors.ts'
import { Button } from '../button.tsx'
import { Failure, FailureLine } from '../failure.tsx'
import { useAction } from '../forms/use-action.ts'
import { needsMoreRows } from '../routing/scroll-place.ts'
import { Spinner } from '../spinner.tsx'
import { focusFirstNew } from './focus.ts'
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

const PAGE = 20

type CountedListProps<Item> = {
  heading: string
  empty: string
  items: Item[]
  children: (item: Item) => ReactNode
}

export function CountedList<Item>({ heading, empty, items, children }: CountedListProps<Item>) {
  const [limit, setLimit] = useState(PAGE)
  return (
    <>
      <h3 className="caption mt-4">
        {heading} <span className="font-mono font-normal">{items.length}</span>
      </h3>
      {items.length === 0 && <p className="text-muted">{empty}</p>}
      <ul className="divide-y divide-line">{items.slice(0, limit).map(children)}</ul>
      {items.length > limit && (
        <Button variant="secondary" size="small" onClick={() => setLimit(limit + PAGE)} className="mt-2">
          Show more
        </Button>
      )}
    </>
  )
}

type LoadMoreProps = { list: RefObject<HTMLElement | null>; load: () => Promise<FieldError[]> }

export function LoadMore({ list, load }: LoadMoreProps) {
  const { pending, failure, run } = useAction()

  async function press() {
    const last = list.current?.lastElementChild ?? null
    if (await run(load)) focusFirstNew(last)
  }

  const loadForReturn = useEffectEvent(() => {
    if (!pending && !failure && needsMoreRows()) void run(load)
  })
  // After each render, because a page that has been loaded may not be the last.
  useEffect(() => loadForReturn())

  return (
    <div className="mt-6 text-center">
      <Button variant="secondary" pending={pending} data-key="more" onClick={press}>
        Load more
      </Button>
      <FailureLine msg={failure} />
    </div>
  )
}
