import { AllProfiles } from '../profiles/all-profiles.tsx'
import { Page } from '../ui/frame.tsx'
import { useSearchParams } from '../ui/use-search-params.ts'
import { FilteredPage } from './filtered-page.tsx'
import { peopleFilters } from './filters.ts'
import { FoundPeople } from './found-people.tsx'
import { PeopleFilters, usePeopleCounts } from './people-filters.tsx'
import { TextFilter } from './text-filter.tsx'
import { useMaySearch } from './use-may-search.ts'
import { UsedFilters } from './used-filters.tsx'

const TOP = { heading: 'Developers', lead: 'Browse and connect with developers' }

export function ProfilesPage() {
  const maySearch = useMaySearch().people
  if (maySearch) return <SearchedProfiles />
  return (
    <Page {...TOP} wide>
      <AllProfiles columns={2} />
    </Page>
  )
}

/** The developers with a search and filters, which are all in the address. */
function SearchedProfiles() {
  const params = useSearchParams()
  const counts = usePeopleCounts(params, true)
  const filters = peopleFilters(params)
  const used = filters.filter(([name]) => name !== 'q')
  return (
    <FilteredPage
      {...TOP}
      used={used.length}
      box={<TextFilter label="Search developers" name="q" type="search" placeholder="Name, company, bio …" />}
      filters={<PeopleFilters counts={counts} />}
    >
      <UsedFilters filters={used} />
      {filters.length > 0 ? (
        <FoundPeople params={params} counts={counts} />
      ) : (
        <div className="mt-6">
          <AllProfiles columns={1} />
        </div>
      )}
    </FilteredPage>
  )
}
