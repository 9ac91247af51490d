import type { Person } from '../../../../contract/accounts.ts'
import type { Post } from '../../../../contract/posts.ts'
import { call, callPage, type Page, requireObject } from '../../../app/api/client.ts'
import { requireResponse } from '../../../app/api/outcome.ts'
import { api, byCursor, type Pages, resultOf } from '../../../app/state/api.ts'

const PAGE = 10

export const peopleApi = api.injectEndpoints({
  endpoints: (build) => ({
    person: build.query<Person, string>({
      providesTags: ['posts'],
      queryFn: async (idOrHandle, { signal }) => {
        const found = requireResponse(call('GET /api/people/:idOrHandle', { params: { idOrHandle }, signal }))
        return resultOf(found.then((person) => requireObject(person, '_id')))
      },
    }),
    postsOf: build.infiniteQuery<Page<Post>, string, string | null>({
      infiniteQueryOptions: byCursor,
      providesTags: ['posts'],
      queryFn: ({ queryArg: author, pageParam: cursor }, { signal }) =>
        resultOf(callPage('GET /api/posts', { cursor, limit: PAGE, filters: { author }, signal })),
    }),
  }),
})

export const editPostsOf = (id: string, edit: (list: Pages<Post>) => void) =>
  peopleApi.util.updateQueryData('postsOf', id, edit)

/** Undefined until loaded, and on a server without this call. */
export function usePerson(id: string) {
  const { currentData: person, isFetching } = peopleApi.usePersonQuery(id)
  return { person, isLoading: isFetching && !person }
}

export const { usePersonQuery, usePostsOfInfiniteQuery } = peopleApi
