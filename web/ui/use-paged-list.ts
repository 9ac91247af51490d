import { type RefObject, useEffect, useRef, useState } from 'react'
import type { FieldError, Page } from '../client.ts'
import { settle, submit } from '../outcome.ts'
import { useIsReturn } from './route-change.tsx'
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
  update: (edit: (items: Item[]) => Item[]) => void
}

/** What was loaded of a list, by its key. */
type Loaded<Item> = Page<Item> & { key: string }

/** The lists that were shown last, for readers who come back to them. */
export type ListMemory<Item> = Map<string, Loaded<Item>>

const REMEMBERED = 5

/** A list of its own that is loaded page by page, and anew when its key changes. */
export function usePagedList<Item extends WithId>(
  key: string,
  ask: Ask<Item>,
  memory?: ListMemory<Item>,
): PagedList<Item> {
  const list = useRef<HTMLUListElement>(null)
  const isReturn = useIsReturn()
  const remembered = isReturn ? memory?.get(key) : undefined
  const [loaded, setLoaded] = useState<Loaded<Item>>(remembered ?? { key, items: [], next: null })
  const { items, next } = loaded

  useEffect(() => {
    if (!memory || loaded.key !== key) return
    memory.delete(key)
    memory.set(key, loaded)
    const [oldest] = memory.keys()
    if (oldest !== undefined && memory.size > REMEMBERED) memory.delete(oldest)
  }, [memory, key, loaded])

  const { status, retry } = useLoad(key, async (signal) => {
    if (remembered) {
      setLoaded(remembered)
      return 'ready'
    }
    const show = (page: Page<Item>) => setLoaded({ ...page, key })
    return settle(signal, ask({ signal }), show, () => {})
  })
  const change = (edit: (items: Item[]) => Item[]) =>
    setLoaded((known) => ({ ...known, items: edit(known.items) }))
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
        // Meanwhile, it may have become another list.
        (page) =>
          setLoaded((known) =>
            known.key === key && known.next === next
              ? { key, items: [...known.items, ...page.items], next: page.next }
              : known,
          ),
        () => {},
      ),
    replace: (item) => change((items) => items.map((known) => (known._id === item._id ? item : known))),
    remove: (id) => change((items) => items.filter(({ _id }) => _id !== id)),
    add: (item) => change((items) => [item, ...items]),
    update: change,
  }
}
