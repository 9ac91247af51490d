import { useState } from 'react'
import type { Post } from '../../contract/posts.ts'
import { useWithoutHidden } from '../blocks/use-hidden-people.ts'
import { callPage } from '../client.ts'
import { type Outcome, settle } from '../outcome.ts'
import { QuestionLinks } from '../posts/question-links.tsx'
import { useKnowsFeeds } from '../posts/use-knows-feeds.ts'
import { hasColumns } from '../ui/has-columns.ts'
import { useLoadThen } from '../ui/use-load.ts'

const SHOWN = 4

/** The newest questions without an answer, next to the feed if there is room. */
export function WaitingQuestions({ onEnd }: { onEnd: () => void }) {
  const knowsFeeds = useKnowsFeeds()
  const [loaded, setLoaded] = useState<Post[]>([])
  useLoadThen(onEnd, 'waiting', async (signal): Promise<Outcome> => {
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
      <QuestionLinks questions={questions} />
    </section>
  )
}
