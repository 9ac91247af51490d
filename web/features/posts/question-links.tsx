import { postHead } from '../../../contract/pages/content-heads.ts'
import type { Post } from '../../../contract/posts.ts'
import { formatAge, formatDay } from '../../ui/dates.ts'
import { Link } from '../../ui/routing/link.tsx'

export function QuestionLinks({ questions }: { questions: Post[] }) {
  return (
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
  )
}
