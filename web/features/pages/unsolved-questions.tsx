import { useEffect, useEffectEvent } from 'react'
import type { Post } from '../../../contract/posts.ts'
import { useWithoutHidden } from '../accounts/blocks/use-hidden-people.ts'
import { QuestionLinks } from '../posts/question-links.tsx'
import { useKnowsFeeds } from '../posts/use-knows-feeds.ts'
import { useQuestionsQuery } from './question-api.ts'

const NONE: Post[] = []

export function UnsolvedQuestions({ onEnd }: { onEnd: () => void }) {
  const knowsFeeds = useKnowsFeeds()
  const { data, isFetching } = useQuestionsQuery({ query: { feed: 'unanswered' } }, { skip: !knowsFeeds })
  const end = useEffectEvent(onEnd)
  useEffect(() => {
    if (!isFetching) end()
  }, [isFetching])
  const questions = useWithoutHidden(data?.items ?? NONE)
  if (questions.length === 0) return null
  return (
    <section>
      <h2 className="caption mb-2">Unsolved questions</h2>
      <QuestionLinks questions={questions} />
    </section>
  )
}
