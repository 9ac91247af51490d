import type { Profile } from '../../../contract/profiles.ts'
import type { Hit } from '../../../contract/search.ts'
import { api, page } from '../../app/api/api.ts'
import { type ProfileResponse, readProfile } from '../profiles/read-profile.ts'

const MOST = 5

const isHit = (item: Hit | Profile): item is Hit => 'excerpt' in item
const readUser = (item: ProfileResponse) => readProfile(item, null).user

const paletteApi = api.injectEndpoints({
  endpoints: (build) => ({
    postHits: page(build, 'GET /api/search', {
      keepUnusedDataFor: 0,
      limit: MOST,
      read: (items) => items.filter(isHit),
    }),
    /** Members do not find people they have blocked. */
    peopleForReaders: page(build, 'GET /api/search', {
      keepUnusedDataFor: 0,
      limit: MOST,
      read: (items) => items.flatMap((item) => (isHit(item) ? [] : readUser(item))),
    }),
    peopleForVisitors: page(build, 'GET /api/profile', {
      keepUnusedDataFor: 0,
      limit: MOST,
      read: (items) => items.map(readUser),
    }),
  }),
})

export const { usePostHitsQuery, usePeopleForReadersQuery, usePeopleForVisitorsQuery } = paletteApi
