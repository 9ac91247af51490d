import { addressOfFeed } from '../posts/feeds.ts'
import { useKnowsFeeds } from '../posts/use-knows-feeds.ts'
import { hasColumns } from '../ui/has-columns.ts'
import { Link } from '../ui/link.tsx'
import { useOnEnd } from '../ui/use-on-end.ts'
import { useTopicsQuery } from './tag-api.ts'

const SHOWN = 10

export function Topics({ onEnd }: { onEnd: () => void }) {
  const knowsFeeds = useKnowsFeeds()
  const { data: tags = [], isFetching } = useTopicsQuery(undefined, { skip: !knowsFeeds || !hasColumns() })
  useOnEnd(isFetching, onEnd)
  if (tags.length === 0) return null
  return (
    <section className="max-columns:hidden">
      <h2 className="caption mb-2">Topics</h2>
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
