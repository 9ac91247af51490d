import type { Post } from '../../contract/posts.ts'
import { api, resultOf } from '../api.ts'
import { call, type ResponseOf, requireList } from '../client.ts'

export type Helper = ResponseOf<'GET /api/posts/:id/helpers'>[number]

const matchingApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** Who could answer a question. The argument has its tags, so other tags load them again. */
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
