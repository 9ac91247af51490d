import { Link } from '../../ui/routing/link.tsx'
import { IN_PLACE } from '../../ui/routing/route-change.tsx'
import { useSearchParams } from '../../ui/routing/use-search-params.ts'
import { ActiveFilters } from './active-filters.tsx'
import { FilteredPage } from './filtered-page.tsx'
import { peopleFilters, postFilters, withValue } from './filters.ts'
import { FoundPeople } from './found-people.tsx'
import { FoundPosts } from './found-posts.tsx'
import { PeopleFilters, usePeopleCounts } from './people-filters.tsx'
import { PostFilters, usePostCounts } from './post-filters.tsx'
import { TextFilter } from './text-filter.tsx'

export function SearchPage() {
  const params = useSearchParams()
  const isPeople = params.get('in') === 'people'
  const hasWords = (params.get('q') ?? '').trim() !== ''
  const peopleCounts = usePeopleCounts(params, isPeople)
  const postCounts = usePostCounts(params, !isPeople && hasWords)
  const given = isPeople ? peopleFilters(params) : postFilters(params)
  const used = given.filter(([name]) => name !== 'q')
  const author = (postCounts?.authors ?? []).find(({ _id }) => _id === params.get('author'))?.name
  return (
    <FilteredPage
      heading="Search"
      lead="Find people, posts and answers"
      used={used.length}
      box={
        <>
          <TextFilter label="Search for" name="q" type="search" />
          <Kinds params={params} isPeople={isPeople} />
        </>
      }
      filters={isPeople ? <PeopleFilters counts={peopleCounts} /> : <PostFilters counts={postCounts} />}
    >
      <ActiveFilters filters={used} author={author} />
      {isPeople ? (
        <FoundPeople params={params} counts={peopleCounts} />
      ) : (
        <FoundPosts params={params} counts={postCounts} />
      )}
    </FilteredPage>
  )
}

function Kinds({ params, isPeople }: { params: URLSearchParams; isPeople: boolean }) {
  return (
    <div className="feed-tabs mt-3">
      <ul aria-label="Search in">
        {(['Posts', 'People'] as const).map((kind) => {
          const isCurrent = (kind === 'People') === isPeople
          return (
            <li key={kind}>
              <Link
                to={withValue(params, 'in', kind === 'People' ? 'people' : '')}
                state={isCurrent ? undefined : IN_PLACE}
                aria-current={isCurrent ? 'page' : undefined}
              >
                {kind}
              </Link>
            </li>
          )
        })}
      </ul>
    </div>
  )
}
