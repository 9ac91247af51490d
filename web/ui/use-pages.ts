import { type RefObject, useMemo, useRef } from 'react'
import { errorsOf, statusOf } from '../api.ts'
import type { FieldError, Page } from '../client.ts'

type WithId = { _id: string }

/** What the hook of an infinite query returns, as far as a list needs it. */
type InfiniteQuery<Item> = Parameters<typeof statusOf>[0] & {
  data?: { pages: Page<Item>[] } | undefined
  hasNextPage: boolean
  fetchNextPage: () => Promise<{ error?: unknown }>
  refetch: () => unknown
}

export type LoadedPages<Item, List extends HTMLElement = HTMLUListElement> = {
  items: Item[]
  status: ReturnType<typeof statusOf>
  retry: () => void
  hasMore: boolean
  loadMore: () => Promise<FieldError[]>
  list: RefObject<List | null>
}

/** The list of an infinite query. Until the list of another argument is loaded, the last one stays. */
export function usePages<Item extends WithId, List extends HTMLElement = HTMLUListElement>(
  query: InfiniteQuery<Item>,
): LoadedPages<Item, List> {
  const list = useRef<List>(null)
  const { data, hasNextPage, fetchNextPage, refetch } = query
  const items = useMemo(() => itemsOf(data?.pages ?? []), [data])
  return {
    items,
    status: statusOf(query),
    retry: () => void refetch(),
    hasMore: hasNextPage,
    loadMore: () => errorsOf(fetchNextPage()),
    list,
  }
}

/** Each once, because a page may begin with what has moved down from the one before it. */
function itemsOf<Item extends WithId>(pages: Page<Item>[]): Item[] {
  const byId = new Map<string, Item>()
  for (const item of pages.flatMap(({ items }) => items)) if (!byId.has(item._id)) byId.set(item._id, item)
  return [...byId.values()]
}
