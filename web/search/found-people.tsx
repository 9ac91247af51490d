import { callPage } from '../api.ts'
import { ProfileEntry } from '../profiles/profile-entry.tsx'
import { readProfile } from '../profiles/read-profile.ts'
import { Results } from './results.tsx'

const FILTERS = ['q', 'skill', 'status', 'location'] as const
const PAGE = 20

export function FoundPeople({ params }: { params: URLSearchParams }) {
  const filters = Object.fromEntries(
    FILTERS.flatMap((name) => (params.has(name) ? [[name, params.get(name)]] : [])),
  )
  return (
    <Results
      search={`people ${JSON.stringify(filters)}`}
      isAsked={Object.keys(filters).length > 0}
      ask={(sent) => callPage('GET /api/profile', { ...sent, limit: PAGE, filters })}
      show={(profile) => <ProfileEntry profile={readProfile(profile, null)} />}
    />
  )
}
