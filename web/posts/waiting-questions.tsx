import { useState } from 'react'
import { postHead } from '../../contract/content-heads.ts'
import type { Post } from '../../contract/posts.ts'
import { callPage } from '../api.ts'
import { useWithoutHidden } from '../blocks/use-hidden-people.ts'
import { formatAge, formatDay } from '../dates.ts'
import { type Outcome, settle } from '../outcome.ts'
import { hasColumns } from '../ui/has-columns.ts'
import { Link } from '../ui/link.tsx'
import { useLoad } from '../ui/use-load.ts'
import { useKnowsFeeds } from './use-knows-feeds.ts'

const SHOWN = 4

/** The newest questions without an answer, next to the feed if there is room. */
export function WaitingQuestions() {
  const knowsFeeds = useKnowsFeeds()
  const [loaded, setLoaded] = useState<Post[]>([])
  useLoad('waiting', async (signal): Promise<Outcome> => {
    if (!knowsFeeds || !hasColumns()) return 'ready'
    const asked = callPage('GET /api/posts', { limit: SHOWN, filters: { feed: 'unanswered' }, signal })
    return settle(
      signal,
      asked,
      ({ items }) => setLoaded(items),
      () => {},
    )
  })
  const questions = useWithoutHidden(loaded)
  if (questions.length === 0) return null
  return (
    <section className="max-columns:hidden">
      <h2 className="caption mb-2">Waiting for an answer</h2>
      <ul className="grid gap-1">
        {questions.map(({ _id, text, name, date }) => (
          <li key={_id}>
            <Link to={`/posts/${_id}`} className="-mx-2 block rounded-lg px-2 py-1.5 hover:bg-sunken">
              <span dir="auto" className="line-clamp-2 leading-5 font-medium">
                {postHead({ name, text }).description}
              </span>
              <span className="block truncate text-sm text-muted">
                <bdi>{name}</bdi>, {formatAge(date) || formatDay(date)}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
