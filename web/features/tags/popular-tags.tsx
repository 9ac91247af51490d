import { Link } from 'react-router'
import { addressOfFeed } from '../posts/feeds.ts'
import { useKnowsFeeds } from '../posts/use-knows-feeds.ts'
import { usePopularTagsQuery } from './tag-api.ts'

const SHOWN = 10

export function PopularTags() {
  const knowsFeeds = useKnowsFeeds()
  const { data: tags = [] } = usePopularTagsQuery(undefined, { skip: !knowsFeeds })
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
