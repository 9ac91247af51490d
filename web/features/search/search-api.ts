import type { PostCounts } from '../../../contract/fields/search-filters.ts'
import type { Hit } from '../../../contract/search.ts'
import { call, callPage, type Page, requireObject } from '../../app/api/client.ts'
import { api, byCursor, resultOf } from '../../app/state/api.ts'
import type { PostFilter } from './filters.ts'

const PAGE = 20

type FoundPost = Hit & { _id: string }
type PostFilters = [PostFilter, string][]

const searchApi = api.injectEndpoints({
  endpoints: (build) => ({
    foundPosts: build.infiniteQuery<Page<FoundPost>, [PostFilter | 'sort', string][], string | null>({
      infiniteQueryOptions: byCursor,
      providesTags: ['posts'],
      queryFn: async ({ queryArg: filters, pageParam: cursor }, { signal }) => {
        const page = callPage('GET /api/search', { cursor, limit: PAGE, filters, signal })
        return resultOf(
          page.then(({ items, next }) => {
            const hits = items.flatMap((item) => ('excerpt' in item ? item : []))
            return { items: hits.map((hit) => ({ ...hit, _id: hit.comment?._id ?? hit.post._id })), next }
          }),
        )
      },
    }),
    postCounts: build.query<PostCounts, PostFilters>({
      queryFn: async (query, { signal }) =>
        resultOf(
          call('GET /api/search/counts', { query, signal }).then((found) =>
            requireObject(found, 'tags', 'authors'),
          ),
        ),
    }),
  }),
})

export const { useFoundPostsInfiniteQuery, usePostCountsQuery } = searchApi
