import { api, page } from '../../app/api/api.ts'

const NEWEST = 4

const questionApi = api.injectEndpoints({
  endpoints: (build) => ({
    questions: page(build, 'GET /api/posts', { limit: NEWEST }),
  }),
})

export const { useQuestionsQuery } = questionApi
