import { type RefObject, useRef, useState } from 'react'
import type { FieldError, Page } from '../api.ts'
import { settle, submit } from '../outcome.ts'
import { useLoad } from './use-load.ts'

type Ask<Item> = (sent: { cursor?: string | null; signal?: AbortSignal }) => Promise<Page<Item>>
type WithId = { _id: string }

export type PagedList<Item> = {
  items: Item[]
  status: ReturnType<typeof useLoad>['status']
  retry: () => void
  hasMore: boolean
  loadMore: () => Promise<FieldError[]>
  list: RefObject<HTMLUListElement | null>
  /** Loads the first page anew. */
  reload: () => void
  replace: (item: Item) => void
  remove: (id: string) => void
  add: (item: Item) => void
}

/** A list of its own that is loaded page by page, and anew when its key changes. */
export function usePagedList<Item extends WithId>(key: string, ask: Ask<Item>): PagedList<Item> {
  const list = useRef<HTMLUListElement>(null)
  const [{ items, next }, setPage] = useState<Page<Item>>({ items: [], next: null })
  const { status, retry } = useLoad(key, (signal) => settle(signal, ask({ signal }), setPage, () => {}))
  const change = (edit: (items: Item[]) => Item[]) =>
    setPage((page) => ({ items: edit(page.items), next: page.next }))
  return {
    items,
    status,
    retry,
    reload: retry,
    hasMore: next !== null,
    list,
    loadMore: () =>
      submit(
        ask({ cursor: next }),
        (page) => setPage({ items: [...items, ...page.items], next: page.next }),
        () => {},
      ),
    replace: (item) => change((items) => items.map((known) => (known._id === item._id ? item : known))),
    remove: (id) => change((items) => items.filter(({ _id }) => _id !== id)),
    add: (item) => change((items) => [item, ...items]),
  }
}
