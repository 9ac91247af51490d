import { Link, useSearchParams } from 'react-router'
import type { PeopleCounts, PostCounts } from '../../../contract/fields/search-filters.ts'
import { useSeesProfiles } from '../../app/state/use-site.ts'
import { IN_PLACE } from '../../ui/routing/route-change.tsx'
import { SignInInvitation } from '../feeds/sign-in-invitation.tsx'
import { shownNumber, TextFilter } from './filter-fields.tsx'
import { ActiveFilters, FilteredPage } from './filtered-page.tsx'
import { peopleFilters, postFilters, withValue } from './filters.ts'
import { type Known, PeopleFilters, usePeopleCounts } from './people-filters.tsx'
import { PostFilters, usePostCounts } from './post-filters.tsx'
import { FoundPeople, FoundPosts } from './results.tsx'

export function SearchPage() {
  const [params] = useSearchParams()
  const isPeople = params.get('in') === 'people'
  const hasWords = (params.get('q') ?? '').trim() !== ''
  const seesPeople = useSeesProfiles()
  const peopleCounts = usePeopleCounts(params, seesPeople && (isPeople || hasWords))
  const postCounts = usePostCounts(params, hasWords)
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
          <Kinds params={params} isPeople={isPeople} posts={postCounts} people={peopleCounts} />
        </>
      }
      filters={
        isPeople ? seesPeople && <PeopleFilters counts={peopleCounts} /> : <PostFilters counts={postCounts} />
      }
    >
      <ActiveFilters filters={used} author={author} />
      {isPeople && !seesPeople && <SignInInvitation>Sign in to search for people.</SignInInvitation>}
      {isPeople && seesPeople && <FoundPeople params={params} counts={peopleCounts} />}
      {!isPeople && <FoundPosts params={params} counts={postCounts} />}
    </FilteredPage>
  )
}

type KindsProps = {
  params: URLSearchParams
  isPeople: boolean
  posts: Known<PostCounts>
  people: Known<PeopleCounts>
}

function Kinds({ params, isPeople, posts, people }: KindsProps) {
  const kinds = [
    { text: 'Posts', value: '', counts: posts, isCurrent: !isPeople },
    { text: 'People', value: 'people', counts: people, isCurrent: isPeople },
  ]
  return (
    <div className="nav-tabs mt-3">
      <ul aria-label="Search in">
        {kinds.map(({ text, value, counts, isCurrent }) => (
          <li key={text}>
            <Link
              to={withValue(params, 'in', value)}
              state={isCurrent ? undefined : IN_PLACE}
              aria-current={isCurrent ? 'page' : undefined}
            >
              <span>
                {text}
                {/* As wide before the number is known, so that nothing moves. */}
                <span className="ml-1.5 inline-block min-w-8 font-mono font-normal text-muted">
                  {counts && shownNumber(counts.count, counts.exact)}
                </span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </div>
  )
}
