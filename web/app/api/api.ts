import {
  type BaseQueryFn,
  createApi,
  type EndpointBuilder,
  type InfiniteData,
} from '@reduxjs/toolkit/query/react'
import type { CallName } from '../../../contract/calls.ts'
import type { Dispatch, State } from '../state/store.ts'
import {
  type ArgOf,
  type ItemOf,
  nextCursor,
  type Page,
  type PagedName,
  type ResponseOf,
  readJson,
  request,
  type Sent,
} from './request.ts'
import { requireList } from './responses.ts'
import { ABORTED, type CallError, toCallError } from './results.ts'

type Tag = 'posts' | 'follows'

/** Without `read`, the body of the response is ignored. */
type Call = {
  name: CallName
  sent: Sent
  isPaged?: boolean
  read?: ((response: never, sent: never, state: State) => unknown) | undefined
}
type BaseQuery = BaseQueryFn<Call, unknown, CallError>
type Build = EndpointBuilder<BaseQuery, Tag, 'api'>

const baseQuery: BaseQuery = async ({ name, sent, isPaged, read }, { signal, type, getState }) => {
  const { token } = (getState() as State).auth
  try {
    const response = await request(name, {
      ...sent,
      token: sent.token ?? token,
      // What a member has written is sent, even if the session ends meanwhile.
      signal: type === 'query' ? signal : undefined,
    })
    const value = read ? read((await readJson(response)) as never, sent as never, getState() as State) : null
    return { data: isPaged ? { items: value, next: nextCursor(response.headers.get('link')) } : value }
  } catch (thrown) {
    return { error: toCallError(thrown) }
  }
}

const MINUTES = 60

export const api = createApi({
  baseQuery,
  // Readers who return to a list find it unchanged.
  keepUnusedDataFor: 15 * MINUTES,
  refetchOnMountOrArgChange: true,
  tagTypes: ['posts', 'follows'] satisfies Tag[],
  endpoints: () => ({}),
})

type Step<Arg> = { sent: Arg; dispatch: Dispatch; getState: () => State }

type Effects<Arg, Value, Started> = {
  onStart?: (step: Step<Arg>) => Started
  onDone?: (value: Value, step: Step<Arg> & { started: Started }) => void
  onFail?: (error: CallError, step: Step<Arg> & { started: Started }) => void
}

type Read<Name extends CallName, Value> = {
  read?: (response: ResponseOf<Name>, sent: ArgOf<Name>, state: State) => Value
}

type QueryOptions = { providesTags?: Tag[]; keepUnusedDataFor?: number }

export function query<Name extends CallName, Value = null, Started = void>(
  build: Build,
  name: Name,
  {
    read,
    onStart,
    onDone,
    onFail,
    ...options
  }: Read<Name, Value> & Effects<ArgOf<Name>, Value, Started> & QueryOptions,
) {
  return build.query<Value, ArgOf<Name>>({
    query: (sent) => ({ name, sent: sent ?? {}, read }),
    onQueryStarted: effects({ onStart, onDone, onFail }),
    ...options,
  })
}

type PageRead<Name extends PagedName, Item> = {
  limit?: number
  read?: (items: ItemOf<Name>[]) => Item[]
}

export function page<Name extends PagedName, Item = ItemOf<Name>, Started = void>(
  build: Build,
  name: Name,
  {
    limit,
    read,
    onStart,
    onDone,
    onFail,
    ...options
  }: PageRead<Name, Item> & Effects<ArgOf<Name>, Page<Item>, Started> & QueryOptions = {},
) {
  return build.query<Page<Item>, ArgOf<Name>>({
    query: (sent) => ({ name, sent: { limit, ...sent }, isPaged: true, read: readItems(read) }),
    onQueryStarted: effects({ onStart, onDone, onFail }),
    ...options,
  })
}

export function list<Name extends PagedName, Item = ItemOf<Name>, Started = void>(
  build: Build,
  name: Name,
  {
    limit,
    read,
    onStart,
    onDone,
    onFail,
    ...options
  }: PageRead<Name, Item> &
    Effects<ArgOf<Name>, InfiniteData<Page<Item>, string | null>, Started> &
    QueryOptions = {},
) {
  return build.infiniteQuery<Page<Item>, ArgOf<Name>, string | null>({
    infiniteQueryOptions: {
      initialPageParam: null,
      getNextPageParam: ({ next }) => next ?? undefined,
      refetchCachedPages: false,
    },
    query: ({ queryArg, pageParam: cursor }) => ({
      name,
      sent: { limit, cursor, ...queryArg },
      isPaged: true,
      read: readItems(read),
    }),
    onQueryStarted: effects({ onStart, onDone, onFail }),
    ...options,
  })
}

const readItems =
  <Name extends PagedName, Item>(read: PageRead<Name, Item>['read']) =>
  (response: ItemOf<Name>[]) => {
    const items = requireList(response)
    return read ? read(items) : items
  }

/** `onSent` runs before the result is stored, so that a form is emptied in the same render. */
type MutationArg<Name extends CallName> = ArgOf<Name, { onSent?: () => void }>

export function mutation<Name extends CallName, Value = null, Started = void>(
  build: Build,
  name: Name,
  { read, onStart, onDone, onFail }: Read<Name, Value> & Effects<MutationArg<Name>, Value, Started> = {},
) {
  return build.mutation<Value, MutationArg<Name>>({
    query: (sent) => ({ name, sent: sent ?? {}, read }),
    onQueryStarted: effects({
      onStart,
      onDone(value, step) {
        step.sent?.onSent?.()
        onDone?.(value, step)
      },
      onFail,
    }),
  })
}

type Lifecycle<Value> = {
  dispatch: Dispatch
  getState: () => unknown
  queryFulfilled: Promise<{ data: Value }>
}

function effects<Arg, Value, Started>({ onStart, onDone, onFail }: Effects<Arg, Value, Started>) {
  return async (sent: Arg, { dispatch, getState, queryFulfilled }: Lifecycle<Value>) => {
    const step = { sent, dispatch, getState: getState as () => State }
    const started = onStart?.(step) as Started
    const result = await queryFulfilled.catch(({ error }: { error: CallError }) => ({ error }))
    if ('data' in result) onDone?.(result.data, { ...step, started })
    else if (toCallError(result.error) !== ABORTED) onFail?.(result.error, { ...step, started })
  }
}
