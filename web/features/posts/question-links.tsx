import { postHead } from '../../../contract/pages/content-heads.ts'
import type { Post } from '../../../contract/posts.ts'
import { formatAge, formatDay } from '../../ui/dates.ts'
import { Link } from '../../ui/routing/link.tsx'
import { countAnswers } from './count-answers.ts'

type Props = { questions: Post[]; isOwn?: boolean }

/** Of one's own questions, the number of answers says more than the name. */
export function QuestionLinks({ questions, isOwn = false }: Props) {
  return (
    <ul className="grid gap-1">
      {questions.map((question) => (
        <li key={question._id}>
          <Link to={`/posts/${question._id}`} className="-mx-2 block rounded-lg px-2 py-1.5 hover:bg-sunken">
            <span dir="auto" className="line-clamp-2 leading-5 font-medium">
              {postHead(question).description}
            </span>
            <span className="block truncate text-sm text-muted">
              {isOwn ? answersInWords(countAnswers(question)) : <bdi>{question.name}</bdi>},{' '}
              {formatAge(question.date) || formatDay(question.date)}
            </span>
          </Link>
        </li>
      ))}
    </ul>
  )
}

const answersInWords = (count: number) =>
  count === 0 ? 'No answers yet' : count === 1 ? '1 answer' : `${count} answers`
