import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { useAppSelector } from '../../app/state/store.ts'
import { AllProfiles } from '../profiles/all-profiles.tsx'
import { TextFilter } from './filter-fields.tsx'
import { ActiveFilters, FilteredPage } from './filtered-page.tsx'
import { peopleFilters } from './filters.ts'
import { PeopleFilters, usePeopleCounts } from './people-filters.tsx'
import { FoundPeople } from './results.tsx'
import { useMaySearch } from './use-may-search.ts'

const READ_AT_A_GLANCE = 12

export function ProfilesPage() {
  const [params] = useSearchParams()
  const maySearch = useMaySearch().people
  const filters = maySearch ? peopleFilters(params) : []
  const isLong = useAppSelector((state) => state.profile.profiles.length > READ_AT_A_GLANCE)
  const isOffered = useEver(filters.length > 0 || isLong) && maySearch
  const counts = usePeopleCounts(params, isOffered)
  const used = filters.filter(([name]) => name !== 'q')
  return (
    <FilteredPage
      heading="Developers"
      lead="Browse and connect with developers"
      isOffered={isOffered}
      used={used.length}
      box={<TextFilter label="Search people" name="q" type="search" placeholder="Name, company, bio …" />}
      filters={<PeopleFilters counts={counts} />}
    >
      <ActiveFilters filters={used} />
      {filters.length > 0 ? (
        <FoundPeople params={params} counts={counts} />
      ) : (
        <div className={isOffered ? 'mt-6' : 'contents'}>
          <AllProfiles columns={isOffered ? 1 : 2} />
        </div>
      )}
    </FilteredPage>
  )
}

/** A field must not disappear while someone empties it. */
function useEver(isNow: boolean): boolean {
  const [wasEver, setEver] = useState(isNow)
  if (isNow && !wasEver) setEver(true)
  return wasEver
}
