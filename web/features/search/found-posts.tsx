import { Link } from 'react-router'
import type { PostCounts } from '../../../contract/fields/search-filters.ts'
import { excerptOf } from '../../../contract/pages/excerpts.ts'
import type { Hit } from '../../../contract/search.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { usePages } from '../../ui/lists/use-pages.ts'
import { Moment } from '../../ui/moment.tsx'
import { useIsReturn } from '../../ui/routing/route-change.tsx'
import { useHiddenPeople } from '../accounts/blocks/use-hidden-people.ts'
import { RenderedHtml } from '../markdown/rendered-html.tsx'
import { type PostFilter, postFilters } from './filters.ts'
import { addressOfHit, authorsOfHit, kindOfHit } from './hits.ts'
import type { Known } from './people-filters.tsx'
import { Results } from './results.tsx'
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
          <Link
            to={`/profile/${user}`}
            className="inline-block rounded py-1 font-semibold text-ink hover:underline"
          >
            <bdi>{name}</bdi>
          </Link>
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
