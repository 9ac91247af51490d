import { callPage, type ItemOf, type Page } from '../../app/api/client.ts'
import { api, byCursor, resultOf } from '../../app/state/api.ts'

const moderationApi = api.injectEndpoints({
  endpoints: (build) => ({
    ownRemovals: build.infiniteQuery<Page<ItemOf<'GET /api/auth/removals'>>, void, string | null>({
      infiniteQueryOptions: byCursor,
      queryFn: ({ pageParam: cursor }, { signal }) =>
        resultOf(callPage('GET /api/auth/removals', { cursor, signal })),
    }),
  }),
})

export const { useOwnRemovalsInfiniteQuery } = moderationApi
