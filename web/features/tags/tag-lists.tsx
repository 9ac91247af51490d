import { Link } from 'react-router'
import { useIsExtended } from '../../app/state/use-site.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { AuthorLink } from '../../ui/person-name.tsx'
import { addressOfFeed } from '../posts/feeds.ts'
import { type TagInfo, usePopularTagsQuery } from './tag-api.ts'

const SHOWN = 10

export function PopularTags() {
  const isExtended = useIsExtended()
  const { data: tags = [] } = usePopularTagsQuery(undefined, { skip: !isExtended })
  if (tags.length === 0) return null
  return (
    <section>
      <h2 className="caption mb-2">Popular tags</h2>
      <ul className="flex flex-wrap gap-x-3">
        {tags.slice(0, SHOWN).map(({ tag, count }) => (
          <li key={tag}>
            <Link
              to={addressOfFeed({ name: 'all', tag })}
              className="inline-flex min-h-8 items-center gap-1.5 rounded font-mono text-sm hover:underline"
            >
              <bdi>#{tag}</bdi> <span className="text-muted">{count}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

export function TagPeople({ tag: { askers, answerers } }: { tag: TagInfo }) {
  return (
    <div className="mt-4 grid gap-3">
      <People heading="Asked by" people={askers} />
      <People heading="Answered by" people={answerers} />
    </div>
  )
}

function People({ heading, people }: { heading: string; people: TagInfo['askers'] }) {
  if (people.length === 0) return null
  return (
    <section className="sm:flex sm:items-baseline sm:gap-4">
      <h2 className="caption w-24 shrink-0">{heading}</h2>
      <ul className="flex min-w-0 flex-wrap gap-x-4 gap-y-1">
        {people.map(({ _id, name, avatar }) => (
          <li key={_id} className="min-w-0">
            <AuthorLink id={_id} className="flex min-h-9 items-center gap-2">
              <Avatar id={_id} name={name} src={avatar} size="small" />
              <bdi className="min-w-0 truncate group-hover:underline">{name}</bdi>
            </AuthorLink>
          </li>
        ))}
      </ul>
    </section>
  )
}
