import type { PeopleCounts } from '../../contract/fields/search-filters.ts'
import { callPage } from '../client.ts'
import { foundPeople } from '../profiles/people-memory.ts'
import { ProfileEntry } from '../profiles/profile-entry.tsx'
import { readProfile } from '../profiles/read-profile.ts'
import { useAppSelector } from '../store.ts'
import { peopleFilters } from './filters.ts'
import { Results } from './results.tsx'
import type { Known } from './use-counts.ts'

const PAGE = 20

type Props = { params: URLSearchParams; counts: Known<PeopleCounts> }

/** The people whom the filters in the address leave, without those whom the reader has blocked. */
export function FoundPeople({ params, counts }: Props) {
  const filters = peopleFilters(params)
  const blocked = useAppSelector((state) => state.auth.user?.blocked)
  return (
    <Results
      search={`people ${JSON.stringify(filters)}`}
      isAsked={filters.length > 0}
      total={counts}
      memory={foundPeople}
      isHidden={({ user }) => blocked?.includes(user._id) ?? false}
      ask={async (sent) => {
        const { items, next } = await callPage('GET /api/profile', { ...sent, limit: PAGE, filters })
        return { items: items.map((profile) => readProfile(profile, null)), next }
      }}
      show={(profile) => <ProfileEntry profile={profile} />}
    />
  )
}
