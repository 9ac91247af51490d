import { api, query } from '../../app/api/api.ts'
import type { ResponseOf } from '../../app/api/request.ts'
import { requireList, requireObject } from '../../app/api/responses.ts'

export type TagInfo = ResponseOf<'GET /api/tags/:tag'>

const tagApi = api.injectEndpoints({
  endpoints: (build) => ({
    tag: query(build, 'GET /api/tags/:tag', {
      read: (info) => requireObject(info, 'tag', 'askers', 'answerers'),
    }),
    popularTags: query(build, 'GET /api/tags', { read: requireList }),
  }),
})

export const { useTagQuery, usePopularTagsQuery } = tagApi
