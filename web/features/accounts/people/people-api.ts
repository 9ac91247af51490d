import type { Post } from '../../../../contract/posts.ts'
import { api, list, query } from '../../../app/api/api.ts'
import type { Pages } from '../../../app/api/cached-lists.ts'
import { requireFound, requireObject } from '../../../app/api/responses.ts'
import { useIsExtended } from '../../../app/state/use-site.ts'

const PAGE = 10

export const peopleApi = api.injectEndpoints({
  endpoints: (build) => ({
    person: query(build, 'GET /api/people/:idOrHandle', {
      providesTags: ['posts'],
      read: (person) => requireObject(requireFound(person), '_id'),
    }),
    postsOf: list(build, 'GET /api/posts', { limit: PAGE, providesTags: ['posts'] }),
  }),
})

export const byPerson = (idOrHandle: string) => ({ params: { idOrHandle } })
export const byAuthor = (author: string) => ({ query: { author } })

export const editPostsOf = (id: string, edit: (list: Pages<Post>) => void) =>
  peopleApi.util.updateQueryData('postsOf', byAuthor(id), edit)

export function usePerson(id: string) {
  const isExtended = useIsExtended()
  const query = peopleApi.usePersonQuery(byPerson(id), { skip: !isExtended })
  const { currentData: person, isFetching } = query
  return { person, isLoading: isFetching && !person }
}

export const { usePersonQuery, usePostsOfInfiniteQuery } = peopleApi
