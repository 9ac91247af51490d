import type { PeopleCounts } from '../../contract/fields/search-filters.ts'
import { useFoundPeopleInfiniteQuery } from '../profiles/profile-api.ts'
import { ProfileEntry } from '../profiles/profile-entry.tsx'
import { useAppSelector } from '../store.ts'
import { useIsReturn } from '../ui/route-change.tsx'
import { usePages } from '../ui/use-pages.ts'
import { peopleFilters } from './filters.ts'
import type { Known } from './people-filters.tsx'
import { Results } from './results.tsx'

type Props = { params: URLSearchParams; counts: Known<PeopleCounts> }

export function FoundPeople({ params, counts }: Props) {
  const filters = peopleFilters(params)
  const isAsked = filters.length > 0
  const blocked = useAppSelector((state) => state.auth.user?.blocked)
  const isReturn = useIsReturn()
  const query = useFoundPeopleInfiniteQuery(filters, {
    skip: !isAsked,
    refetchOnMountOrArgChange: !isReturn,
  })
  const found = usePages(query)
  return (
    <Results
      search={`people ${JSON.stringify(filters)}`}
      isAsked={isAsked}
      found={found}
      total={counts}
      isHidden={({ user }) => blocked?.includes(user._id) ?? false}
      renderItem={(profile) => <ProfileEntry profile={profile} />}
    />
  )
}
