import { api, query } from '../../../app/api/api.ts'
import type { ResponseOf } from '../../../app/api/request.ts'
import { requireList } from '../../../app/api/responses.ts'

export type Helper = ResponseOf<'GET /api/posts/:id/helpers'>[number]

const matchingApi = api.injectEndpoints({
  endpoints: (build) => ({
    helpers: query(build, 'GET /api/posts/:id/helpers', { read: requireList, providesTags: ['posts'] }),
    questionsForMe: query(build, 'GET /api/waiting-questions', { read: requireList }),
  }),
})

export const { useHelpersQuery, useQuestionsForMeQuery } = matchingApi
