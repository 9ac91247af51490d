import type { PeopleCounts } from '../../../contract/fields/search-filters.ts'
import type { PEOPLE_FILTERS } from '../../../contract/limits.ts'
import type { Contact, Profile } from '../../../contract/profiles.ts'
import type { AnswerCount } from '../../../contract/search.ts'
import { api, byCursor, resultOf } from '../../app/api/api.ts'
import { call, callPage } from '../../app/api/client.ts'
import type { Page, ResponseOf } from '../../app/api/request.ts'
import { requireList, requireObject } from '../../app/api/responses.ts'
import type { State } from '../../app/state/store.ts'
import { readProfile } from './read-profile.ts'

const PAGE = 20

/** Pairs, because skills may be repeated. */
export type PeopleFilters = [(typeof PEOPLE_FILTERS)[number], string][]
type Skill = ResponseOf<'GET /api/skills'>[number]
type FoundProfile = Profile & { answers?: AnswerCount }

const profileApi = api.injectEndpoints({
  endpoints: (build) => ({
    foundPeople: build.infiniteQuery<Page<FoundProfile>, PeopleFilters, string | null>({
      infiniteQueryOptions: byCursor,
      queryFn: async ({ queryArg: filters, pageParam: cursor }, { signal, getState }) => {
        const answerers = cursor === null ? findAnswerers(getState() as State, filters, signal) : []
        const found = callPage('GET /api/profile', { cursor, limit: PAGE, filters, signal })
        return resultOf(
          Promise.all([answerers, found]).then(([first, { items, next }]) => {
            const isFirst = ({ _id }: Profile) => first.some((profile) => profile._id === _id)
            const others = items.map((item) => readProfile(item, null)).filter((item) => !isFirst(item))
            return { items: [...first, ...others], next }
          }),
        )
      },
    }),
    peopleCounts: build.query<PeopleCounts, PeopleFilters>({
      queryFn: async (query, { signal }) => {
        const counts = call('GET /api/profile/counts', { query, signal })
        return resultOf(counts.then((found) => requireObject(found, 'skills', 'statuses', 'locations')))
      },
    }),
    answersBy: build.query<AnswerCount[], string>({
      queryFn: (userId, { signal }) =>
        resultOf(call('GET /api/answers/:userId', { params: { userId }, signal }).then(requireList)),
    }),
    contact: build.query<Contact, string>({
      queryFn: (id, { signal }) =>
        resultOf(
          call('GET /api/profile/user/:id/contact', { params: { id }, signal }).then((found) =>
            requireObject(found),
          ),
        ),
    }),
    skills: build.query<Skill[], string>({
      queryFn: (prefix, { signal }) =>
        resultOf(call('GET /api/skills', { query: { prefix }, signal }).then(requireList)),
    }),
  }),
})

/** Those who answer questions about a skill come first, if it is the only filter. A failure leaves them out. */
async function findAnswerers(
  { auth, site }: State,
  filters: PeopleFilters,
  signal: AbortSignal,
): Promise<FoundProfile[]> {
  const [[name, skill] = []] = filters
  const isReader = auth.token !== null || site.reading === 'public'
  if (filters.length !== 1 || name !== 'skill' || !skill || !isReader) return []
  const asked = resultOf(
    call('GET /api/skills/:skill/answerers', { params: { skill }, signal }).then(requireList),
  )
  const result = await asked
  return 'data' in result
    ? result.data.map(({ profile, answers }) => ({ ...readProfile(profile, null), answers }))
    : []
}

export function findFoundProfile(state: State, isWanted: (profile: Profile) => boolean): Profile | undefined {
  const searches = profileApi.util.selectCachedArgsForQuery(state, 'foundPeople')
  return searches
    .flatMap((filters) => profileApi.endpoints.foundPeople.select(filters)(state).data?.pages ?? [])
    .flatMap(({ items }) => items)
    .find(isWanted)
}

export const {
  useAnswersByQuery,
  useContactQuery,
  useFoundPeopleInfiniteQuery,
  usePeopleCountsQuery,
  useSkillsQuery,
} = profileApi
