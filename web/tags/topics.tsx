import { useState } from 'react'
import { type Answer, call, requireList } from '../client.ts'
import { type Outcome, settle } from '../outcome.ts'
import { addressOfFeed } from '../posts/feeds.ts'
import { useKnowsFeeds } from '../posts/use-knows-feeds.ts'
import { hasColumns } from '../ui/has-columns.ts'
import { Link } from '../ui/link.tsx'
import { useLoadThen } from '../ui/use-load.ts'

const SHOWN = 10

/** The tags that most posts have, next to the feed if there is room. */
export function Topics({ onEnd }: { onEnd: () => void }) {
  const knowsFeeds = useKnowsFeeds()
  const [tags, setTags] = useState<Answer<'GET /api/tags'>>([])
  useLoadThen(onEnd, 'topics', async (signal): Promise<Outcome> => {
    if (!knowsFeeds || !hasColumns()) return 'ready'
    return settle(signal, call('GET /api/tags', { query: {}, signal }).then(requireList), setTags, () => {})
  })
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
