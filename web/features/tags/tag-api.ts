import { call, type ResponseOf, requireList, requireObject } from '../../app/api/client.ts'
import { api, resultOf } from '../../app/state/api.ts'

export type TagInfo = ResponseOf<'GET /api/tags/:tag'>
type TagCount = ResponseOf<'GET /api/tags'>[number]

const tagApi = api.injectEndpoints({
  endpoints: (build) => ({
    tag: build.query<TagInfo, string>({
      queryFn: async (tag, { signal }) => {
        const found = call('GET /api/tags/:tag', { params: { tag }, signal })
        return resultOf(found.then((info) => requireObject(info, 'tag', 'askers', 'answerers')))
      },
    }),
    popularTags: build.query<TagCount[], void>({
      queryFn: (_, { signal }) => resultOf(call('GET /api/tags', { query: {}, signal }).then(requireList)),
    }),
  }),
})

export const { useTagQuery, usePopularTagsQuery } = tagApi
