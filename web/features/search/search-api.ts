import { api, list, query } from '../../app/api/api.ts'
import { requireObject } from '../../app/api/responses.ts'

const PAGE = 20

const searchApi = api.injectEndpoints({
  endpoints: (build) => ({
    foundPosts: list(build, 'GET /api/search', {
      limit: PAGE,
      providesTags: ['posts'],
      read: (items) =>
        items
          .flatMap((item) => ('excerpt' in item ? item : []))
          .map((hit) => ({ ...hit, _id: hit.comment?._id ?? hit.post._id })),
    }),
    postCounts: query(build, 'GET /api/search/counts', {
      read: (counts) => requireObject(counts, 'tags', 'authors'),
    }),
  }),
})

export const { useFoundPostsInfiniteQuery, usePostCountsQuery } = searchApi
