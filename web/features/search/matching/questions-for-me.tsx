import { QUESTIONS_WAITING } from '../../../../contract/limits.ts'
import type { Post } from '../../../../contract/posts.ts'
import { Link } from '../../../ui/routing/link.tsx'
import { useWithoutHidden } from '../../accounts/blocks/use-hidden-people.ts'
import { addressOfFeed } from '../../posts/feeds.ts'
import { QuestionLinks } from '../../posts/question-links.tsx'
import { useKnowsFeeds } from '../../posts/use-knows-feeds.ts'
import { useQuestionsForMeQuery } from './matching-api.ts'

const NONE: Post[] = []

export function QuestionsForMe() {
  const knowsFeeds = useKnowsFeeds()
  const { data = NONE } = useQuestionsForMeQuery(undefined, { skip: !knowsFeeds })
  const questions = useWithoutHidden(data).slice(0, QUESTIONS_WAITING)
  if (questions.length === 0) return null
  return (
    <section aria-labelledby="waiting" className="mt-10 max-w-[40rem]">
      <h2 id="waiting" className="mb-2 text-xl font-semibold">
        Questions you could answer
      </h2>
      <QuestionLinks questions={questions} />
      <Link
        to={addressOfFeed({ name: 'for-me', tag: undefined })}
        className="text-link mt-2 inline-flex min-h-9 items-center"
      >
        See all
      </Link>
    </section>
  )
}
