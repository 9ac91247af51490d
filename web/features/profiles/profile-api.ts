import type { PeopleCounts } from '../../../contract/fields/search-filters.ts'
import type { Profile } from '../../../contract/profiles.ts'
import {
  call,
  callPage,
  type Page,
  type ResponseOf,
  requireList,
  requireObject,
} from '../../app/api/client.ts'
import { api, byCursor, resultOf } from '../../app/state/api.ts'
import type { State } from '../../app/state/store.ts'
import { readProfile } from './read-profile.ts'

const PAGE = 20

/** Pairs, because skills may be repeated. */
export type PeopleFilters = ['q' | 'skill' | 'status' | 'location', string][]
type Skill = ResponseOf<'GET /api/skills'>[number]

const profileApi = api.injectEndpoints({
  endpoints: (build) => ({
    foundPeople: build.infiniteQuery<Page<Profile>, PeopleFilters, string | null>({
      infiniteQueryOptions: byCursor,
      queryFn: async ({ queryArg: filters, pageParam: cursor }, { signal }) => {
        const page = callPage('GET /api/profile', { cursor, limit: PAGE, filters, signal })
        return resultOf(
          page.then(({ items, next }) => ({ items: items.map((item) => readProfile(item, null)), next })),
        )
      },
    }),
    peopleCounts: build.query<PeopleCounts, PeopleFilters>({
      queryFn: async (query, { signal }) => {
        const counts = call('GET /api/profile/counts', { query, signal })
        return resultOf(counts.then((found) => requireObject(found, 'skills', 'statuses', 'locations')))
      },
    }),
    skills: build.query<Skill[], string>({
      queryFn: (prefix, { signal }) =>
        resultOf(call('GET /api/skills', { query: { prefix }, signal }).then(requireList)),
    }),
  }),
})

export function findFoundProfile(state: State, userId: string): Profile | undefined {
  const searches = profileApi.util.selectCachedArgsForQuery(state, 'foundPeople')
  return searches
    .flatMap((filters) => profileApi.endpoints.foundPeople.select(filters)(state).data?.pages ?? [])
    .flatMap(({ items }) => items)
    .find(({ user }) => user._id === userId)
}

export const { useFoundPeopleInfiniteQuery, usePeopleCountsQuery, useSkillsQuery } = profileApi
