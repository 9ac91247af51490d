import type { Post } from '../../../../contract/posts.ts'
import { call, type ResponseOf, requireList } from '../../../app/api/client.ts'
import { api, resultOf } from '../../../app/state/api.ts'

export type Helper = ResponseOf<'GET /api/posts/:id/helpers'>[number]

const matchingApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** The argument includes the tags, so that other tags reload the list. */
    helpers: build.query<Helper[], { id: string; tags: string[] }>({
      queryFn: ({ id }, { signal }) =>
        resultOf(call('GET /api/posts/:id/helpers', { params: { id }, signal }).then(requireList)),
    }),
    questionsForMe: build.query<Post[], void>({
      queryFn: (_, { signal }) => resultOf(call('GET /api/waiting-questions', { signal }).then(requireList)),
    }),
  }),
})

export const { useHelpersQuery, useQuestionsForMeQuery } = matchingApi
