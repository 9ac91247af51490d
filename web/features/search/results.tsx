import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { Link } from 'react-router'
import type { PeopleCounts, PostCounts } from '../../../contract/fields/search-filters.ts'
import { excerptOf } from '../../../contract/pages/excerpts.ts'
import type { Profile } from '../../../contract/profiles.ts'
import type { Hit } from '../../../contract/search.ts'
import { useAppSelector } from '../../app/state/store.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Failure } from '../../ui/failure.tsx'
import { Empty } from '../../ui/lists/empty.tsx'
import { LoadMore } from '../../ui/lists/paged-list.tsx'
import { type LoadedPages, usePages } from '../../ui/lists/use-pages.ts'
import { Moment } from '../../ui/moment.tsx'
import { AuthorLink } from '../../ui/person-name.tsx'
import { ErrorBoundary } from '../../ui/routing/error-boundary.tsx'
import { useIsReturn } from '../../ui/routing/route-change.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { useHiddenPeople } from '../accounts/blocks/use-hidden-people.ts'
import { RenderedHtml } from '../markdown/rendered-html.tsx'
import {
  type PeopleFilters,
  useAnswerersQuery,
  useFoundPeopleInfiniteQuery,
} from '../profiles/profile-api.ts'
import { ProfileCard } from '../profiles/profile-card.tsx'
import { shownNumber } from './filter-fields.tsx'
import { type PostFilter, peopleFilters, postFilters } from './filters.ts'
import { addressOfHit, authorsOfHit, kindOfHit } from './hits.ts'
import type { Known } from './people-filters.tsx'
import { useFoundPostsInfiniteQuery } from './search-api.ts'

type Props = { params: URLSearchParams; counts: Known<PostCounts> }

export function FoundPosts({ params, counts }: Props) {
  const hidden = useHiddenPeople()
  const filters: [PostFilter | 'sort', string][] = [
    ...postFilters(params),
    ['sort', params.get('sort') ?? 'best'],
  ]
  const isAsked = filters.some(([name]) => name === 'q')
  const isReturn = useIsReturn()
  const query = useFoundPostsInfiniteQuery(
    { query: filters },
    { skip: !isAsked, refetchOnMountOrArgChange: !isReturn },
  )
  const found = usePages(query)
  return (
    <Results
      search={`posts ${JSON.stringify(filters)}`}
      isAsked={isAsked}
      found={found}
      total={counts}
      isHidden={(hit) => authorsOfHit(hit).some((id) => hidden.has(id))}
      renderItem={(hit) => <FoundHit hit={hit} />}
    />
  )
}

function FoundHit({ hit }: { hit: Hit }) {
  const { post, comment, excerpt } = hit
  const { user, name, avatar, date } = comment ?? post
  const address = addressOfHit(hit)
  return (
    <article className="flex gap-3">
      <Avatar id={user} name={name} src={avatar} size="small" />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-baseline gap-x-2 text-sm text-muted">
          <AuthorLink id={user} className="inline-block py-1 font-semibold text-ink">
            <bdi className="group-hover:underline">{name}</bdi>
          </AuthorLink>
          <Link to={address} className="inline-block rounded py-1 hover:underline">
            {kindOfHit(hit)} · <Moment date={date} />
          </Link>
          {post.solved && <span className="font-medium text-fresh">Solved</span>}
        </p>
        {comment && (
          <Link
            to={`/posts/${post._id}`}
            className="block truncate rounded py-0.5 font-medium hover:underline"
          >
            <bdi>{excerptOf(post.text)}</bdi>
          </Link>
        )}
        <Link to={address} className="block rounded py-0.5">
          <RenderedHtml html={excerpt} />
        </Link>
      </div>
    </article>
  )
}

type FoundPeopleProps = { params: URLSearchParams; counts: Known<PeopleCounts> }

export function FoundPeople({ params, counts }: FoundPeopleProps) {
  const filters = peopleFilters(params)
  const isAsked = filters.length > 0
  const blocked = useAppSelector((state) => state.auth.user?.blocked)
  const isReturn = useIsReturn()
  const query = useFoundPeopleInfiniteQuery(
    { query: filters },
    { skip: !isAsked, refetchOnMountOrArgChange: !isReturn },
  )
  const found = usePages(query)
  const answerers = useAnswerers(filters)
  const isFirst = ({ _id }: Profile) => answerers.people.some((profile) => profile._id === _id)
  const pages = answerers.isLoading
    ? { ...found, items: [], status: 'loading' as const }
    : { ...found, items: [...answerers.people, ...found.items.filter((profile) => !isFirst(profile))] }
  return (
    <Results
      search={`people ${JSON.stringify(filters)}`}
      isAsked={isAsked}
      found={pages}
      total={counts}
      isHidden={({ user }) => blocked?.includes(user._id) ?? false}
      renderItem={(profile) => (
        <ProfileCard
          profile={profile}
          wanted={params.getAll('skill')}
          answers={answerers.people.find(({ _id }) => _id === profile._id)?.answers}
        />
      )}
    />
  )
}

function useAnswerers(filters: PeopleFilters) {
  const [[name, skill = ''] = []] = filters
  const isReader = useAppSelector(({ auth, site }) => auth.token !== null || site.reading === 'public')
  const isAsked = isReader && filters.length === 1 && name === 'skill'
  const { currentData, isFetching } = useAnswerersQuery({ params: { skill } }, { skip: !isAsked })
  return { people: currentData ?? [], isLoading: isFetching && !currentData }
}

type ResultsProps<Item> = {
  search: string
  isAsked: boolean
  total: Known<{ count: number; exact: boolean }>
  found: LoadedPages<Item>
  isHidden?: (item: Item) => boolean
  renderItem: (item: Item) => ReactNode
}

/** While the next search is under way, the last results stay. */
function Results<Item extends { _id: string }>(props: ResultsProps<Item>) {
  const { search, isAsked, total, found, isHidden = () => false, renderItem } = props
  const { failure, isNotFound, retry, list, hasMore, loadMore } = found
  const status = isAsked ? found.status : 'unasked'
  const items = isAsked ? found.items.filter((item) => !isHidden(item)) : []
  const top = useTopOf(search)
  const number = total ? shownNumber(total.count, total.exact) : `${items.length}${hasMore ? '+' : ''}`
  return (
    <section ref={top} aria-label="Results" aria-busy={status === 'loading'} className="mt-6">
      <p role="status" className={items.length > 0 ? 'caption mb-2 min-h-5' : 'sr-only'}>
        {status === 'ready' && `${number} found`}
      </p>
      {status === 'loading' && items.length === 0 && <Spinner />}
      {status === 'failed' && !isNotFound && <Failure msg={failure ?? 'Search failed.'} onRetry={retry} />}
      {status === 'failed' && isNotFound && <p className="text-muted">This can't be searched.</p>}
      {status === 'unasked' && (
        <Empty command="grep -r">
          <p>Type to search. The start of a word is enough.</p>
        </Empty>
      )}
      {status === 'ready' && items.length === 0 && !hasMore && (
        <Empty command="grep -r">
          <p>No results. Try fewer or shorter words, or clear a filter.</p>
        </Empty>
      )}
      <ul ref={list} className="divide-y divide-line border-t border-line empty:border-t-0">
        {items.map((item) => (
          <li key={item._id} data-item={item._id} tabIndex={-1} className="skip-offscreen py-4">
            <ErrorBoundary fallback={<p className="text-muted">This result can't be shown.</p>}>
              {renderItem(item)}
            </ErrorBoundary>
          </li>
        ))}
      </ul>
      {hasMore && <LoadMore list={list} load={loadMore} />}
    </section>
  )
}

function useTopOf(search: string) {
  const top = useRef<HTMLElement>(null)
  const last = useRef(search)
  const isReturn = useIsReturn()
  useLayoutEffect(() => {
    if (last.current === search) return
    last.current = search
    const isAbove = (top.current?.getBoundingClientRect().top ?? 0) < 0
    if (isAbove && !isReturn) scrollTo({ top: 0, behavior: 'instant' })
  }, [search, isReturn])
  return top
}
