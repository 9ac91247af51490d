import type { Profile } from '../../../contract/profiles.ts'
import type { Hit } from '../../../contract/search.ts'
import { api, resultOf } from '../../app/api/api.ts'
import { call, callPage } from '../../app/api/client.ts'
import { asApiError } from '../../app/api/outcome.ts'
import type { ResponseOf } from '../../app/api/request.ts'
import { requireList } from '../../app/api/responses.ts'
import { ApiError } from '../../app/api/results.ts'
import { readProfile } from '../profiles/read-profile.ts'

const MOST = { people: 5, tags: 4, skills: 3, posts: 5 }

/** People can be found where posts cannot be read. */
type Search = { typed: string; people: boolean; posts: boolean }

export type Found = {
  people: Profile['user'][]
  tags: ResponseOf<'GET /api/tags'>
  skills: ResponseOf<'GET /api/skills'>
  posts: Hit[]
}

const paletteApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** Fails only if nothing could be searched. */
    find: build.query<Found, Search>({
      queryFn: (search, { signal }) => resultOf(find(search, signal)),
      keepUnusedDataFor: 0,
    }),
  }),
})

async function find({ typed, ...scope }: Search, signal: AbortSignal): Promise<Found> {
  const tag = typed.replace(/^#/, '')
  const [people, tags, skills, posts] = await Promise.all([
    orError(scope.people ? findPeople(typed, scope.posts, signal) : []),
    orError(scope.posts && tag ? findTags(tag, signal) : []),
    orError(scope.people ? findSkills(typed, signal) : []),
    orError(scope.posts ? findPosts(typed, signal) : []),
  ])
  const found = { people, tags, skills, posts }
  const errors = Object.values(found).filter((result) => result instanceof ApiError)
  if (errors[0] && errors.length === Object.keys(found).length) throw errors[0]
  const listed = <Item>(result: Item[] | ApiError) => (result instanceof ApiError ? [] : result)
  return { people: listed(people), tags: listed(tags), skills: listed(skills), posts: listed(posts) }
}

async function orError<Item>(asked: Item[] | Promise<Item[]>): Promise<Item[] | ApiError> {
  try {
    return await asked
  } catch (error) {
    asApiError(error)
    return error as ApiError
  }
}

/** Members do not find people they have blocked. */
async function findPeople(q: string, hasPosts: boolean, signal: AbortSignal): Promise<Profile['user'][]> {
  const sent = { limit: MOST.people, signal }
  const { items } = hasPosts
    ? await callPage('GET /api/search', { ...sent, filters: { q, in: 'people' } })
    : await callPage('GET /api/profile', { ...sent, filters: { q } })
  return items.flatMap((item) => ('excerpt' in item ? [] : readProfile(item, null).user))
}

async function findTags(prefix: string, signal: AbortSignal) {
  return requireList(await call('GET /api/tags', { query: { prefix }, signal })).slice(0, MOST.tags)
}

async function findSkills(prefix: string, signal: AbortSignal) {
  return requireList(await call('GET /api/skills', { query: { prefix }, signal })).slice(0, MOST.skills)
}

async function findPosts(q: string, signal: AbortSignal): Promise<Hit[]> {
  const { items } = await callPage('GET /api/search', { limit: MOST.posts, filters: { q }, signal })
  return items.flatMap((item) => ('excerpt' in item ? item : []))
}

export const { useFindQuery } = paletteApi
