import { createApi, fakeBaseQuery } from '@reduxjs/toolkit/query/react'
import type { FieldError, Page } from '../api/client.ts'
import { asApiError, isMissing } from '../api/outcome.ts'

/** Plain data, because the store contains nothing else. */
type CallError = { status: number; errors: FieldError[] }

const MINUTES = 60

/** Everything read from the server beyond the four slices. Each feature injects its endpoints. */
export const api = createApi({
  baseQuery: fakeBaseQuery<CallError>(),
  // Readers who return to a list find it unchanged.
  keepUnusedDataFor: 15 * MINUTES,
  refetchOnMountOrArgChange: true,
  tagTypes: ['posts', 'follows'],
  endpoints: () => ({}),
})

type Result<Value> = { data: Value } | { error: CallError }

export async function resultOf<Value>(call: Promise<Value>): Promise<Result<NoInfer<Value>>> {
  try {
    return { data: await call }
  } catch (thrown) {
    const { status, errors } = asApiError(thrown)
    return { error: { status, errors } }
  }
}

export async function onSuccess<Value>(
  queryFulfilled: Promise<{ data: Value }>,
  then: (value: Value) => void,
): Promise<void> {
  const result = await queryFulfilled.catch(() => undefined)
  if (result) then(result.data)
}

export async function errorsOf(result: Promise<{ error?: unknown }>): Promise<FieldError[]> {
  const { error } = await result
  return error === undefined ? [] : fieldErrors(error)
}

export function fieldErrors(error: unknown): FieldError[] {
  return isCallError(error) ? error.errors : [{ msg: 'Something went wrong. Try again.' }]
}

const isCallError = (error: unknown): error is CallError =>
  typeof error === 'object' && error !== null && 'errors' in error

type QueryState = { currentData?: unknown; isFetching: boolean; isUninitialized: boolean; error?: unknown }

/** Loaded data stays `ready` while it is loaded again. */
export function statusOf({ currentData, isFetching, isUninitialized }: QueryState) {
  if (currentData !== undefined) return 'ready'
  return isFetching || isUninitialized ? 'loading' : 'failed'
}

export const isNotFound = (error: unknown): boolean => isCallError(error) && isMissing(error)

export const byCursor = {
  initialPageParam: null as string | null,
  getNextPageParam: ({ next }: Page<unknown>) => next ?? undefined,
  refetchCachedPages: false,
}

export type Pages<Item> = { pages: Page<Item>[] }

export function editItems<Item>({ pages }: Pages<Item>, edit: (items: Item[]) => Item[]): void {
  for (const page of pages) page.items = edit(page.items)
}

export function prependItems<Item>({ pages }: Pages<Item>, items: Item[]): void {
  pages[0]?.items.unshift(...items)
}

export function replaceItem<Item extends { _id: string }>(list: Pages<Item>, item: Item): void {
  editItems(list, (items) => items.map((known) => (known._id === item._id ? item : known)))
}

export function removeItem<Item extends { _id: string }>(list: Pages<Item>, id: string): void {
  editItems(list, (items) => items.filter(({ _id }) => _id !== id))
}
