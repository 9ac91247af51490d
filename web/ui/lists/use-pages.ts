import { type RefObject, useMemo, useRef } from 'react'
import type { FieldError } from '../../../contract/errors.ts'
import type { Page } from '../../app/api/request.ts'
import { errorsOf, fieldErrors, isNotFound, statusOf } from '../../app/api/results.ts'

type WithId = { _id: string }

type InfiniteQuery<Item> = Parameters<typeof statusOf>[0] & {
  error?: unknown
  data?: { pages: Page<Item>[] } | undefined
  hasNextPage: boolean
  fetchNextPage: () => Promise<{ error?: unknown }>
  refetch: () => unknown
}

export type LoadedPages<Item, List extends HTMLElement = HTMLUListElement> = {
  items: Item[]
  status: ReturnType<typeof statusOf>
  isNotFound: boolean
  failure: string | undefined
  retry: () => void
  hasMore: boolean
  loadMore: () => Promise<FieldError[]>
  list: RefObject<List | null>
}

/** The last list stays until that of another argument is loaded. */
export function usePages<Item extends WithId, List extends HTMLElement = HTMLUListElement>(
  query: InfiniteQuery<Item>,
): LoadedPages<Item, List> {
  const list = useRef<List>(null)
  const { data, error, hasNextPage, fetchNextPage, refetch } = query
  const items = useMemo(() => itemsOf(data?.pages ?? []), [data])
  return {
    items,
    status: statusOf(query),
    isNotFound: isNotFound(error),
    failure: error === undefined ? undefined : fieldErrors(error)[0]?.msg,
    retry: () => void refetch(),
    hasMore: hasNextPage,
    loadMore: () => errorsOf(fetchNextPage()),
    list,
  }
}

/** Unique, because a page may start with what has moved down from the one before. */
function itemsOf<Item extends WithId>(pages: Page<Item>[]): Item[] {
  const byId = new Map<string, Item>()
  for (const item of pages.flatMap(({ items }) => items)) if (!byId.has(item._id)) byId.set(item._id, item)
  return [...byId.values()]
}
