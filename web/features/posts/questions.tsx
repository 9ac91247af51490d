import { Check } from 'lucide-react'
import { Link } from 'react-router'
import { excerptOf } from '../../../contract/pages/excerpts.ts'
import type { Post } from '../../../contract/posts.ts'
import { formatAge, formatDay } from '../../ui/dates.ts'
import { plural } from '../../ui/plural.ts'

export function SolvedBadge({ children }: { children: string }) {
  return (
    <span className="rounded-md bg-fresh-soft px-2 text-sm font-medium whitespace-nowrap text-fresh">
      <Check size={14} aria-hidden="true" className="-mt-0.5 mr-1 inline" />
      {children}
    </span>
  )
}

export function QuestionBadge({
  post: { question, solved },
}: {
  post: { question?: boolean; solved?: boolean }
}) {
  if (!question) return null
  if (solved) return <SolvedBadge>Solved</SolvedBadge>
  return (
    <span className="rounded-md bg-sunken px-2 text-sm font-medium whitespace-nowrap text-muted">
      Question
    </span>
  )
}

type Props = { questions: Post[]; isOwn?: boolean }

export function QuestionLinks({ questions, isOwn = false }: Props) {
  return (
    <ul className="grid gap-1">
      {questions.map((question) => (
        <li key={question._id} className="relative -mx-2 rounded-lg px-2 py-1.5 hover:bg-sunken">
          <Link to={`/posts/${question._id}`} className="stretched-link">
            <span dir="auto" className="line-clamp-2 leading-5 font-medium">
              {excerptOf(question.text)}
            </span>
          </Link>
          <p className="truncate text-sm text-muted">
            {isOwn ? answersInWords(countAnswers(question)) : <bdi>{question.name}</bdi>},{' '}
            {formatAge(question.date) || formatDay(question.date)}
          </p>
        </li>
      ))}
    </ul>
  )
}

const answersInWords = (count: number) => (count === 0 ? 'No answers yet' : plural(count, 'answer'))

export const countAnswers = ({ comments, commentCount }: Post): number =>
  commentCount - comments.filter(({ parent }) => parent).length
