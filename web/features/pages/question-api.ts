import type { Post } from '../../../contract/posts.ts'
import { callPage } from '../../app/api/client.ts'
import { api, resultOf } from '../../app/state/api.ts'

const NEWEST = 4

const questionApi = api.injectEndpoints({
  endpoints: (build) => ({
    openQuestions: build.query<Post[], string>({
      queryFn: async (author, { signal }) => {
        const filters = { author, feed: 'unanswered' }
        const page = callPage('GET /api/posts', { limit: NEWEST, filters, signal })
        return resultOf(page.then(({ items }) => items))
      },
    }),
    unanswered: build.query<Post[], void>({
      queryFn: async (_, { signal }) => {
        const page = callPage('GET /api/posts', { limit: NEWEST, filters: { feed: 'unanswered' }, signal })
        return resultOf(page.then(({ items }) => items))
      },
    }),
  }),
})

export const { useOpenQuestionsQuery, useUnansweredQuery } = questionApi
