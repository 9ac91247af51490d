import type { PeopleCounts } from '../../../contract/fields/search-filters.ts'
import { useAppSelector } from '../../app/state/store.ts'
import { usePages } from '../../ui/lists/use-pages.ts'
import { useIsReturn } from '../../ui/routing/route-change.tsx'
import { useFoundPeopleInfiniteQuery } from '../profiles/profile-api.ts'
import { ProfileCard } from '../profiles/profile-card.tsx'
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
      renderItem={(profile) => (
        <ProfileCard profile={profile} wanted={params.getAll('skill')} answers={profile.answers} />
      )}
    />
  )
}
