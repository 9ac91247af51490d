import { Link } from 'react-router'
import { addressOfFeed } from '../posts/feeds.ts'
import { useAnswersByQuery } from './profile-api.ts'

/** Optional: a failure renders nothing. */
export function AnsweredTags({ userId }: { userId: string }) {
  const { currentData: counts = [] } = useAnswersByQuery(userId)
  if (counts.length === 0) return null
  return (
    <section className="print:hidden">
      <h2 className="mb-1 text-xl font-semibold">Answers</h2>
      <ul>
        {counts.map(({ tag, count }) => (
          <li key={tag}>
            <Link
              to={addressOfFeed({ name: 'questions', tag })}
              className="flex min-h-8 items-center justify-between gap-3 rounded font-mono text-sm hover:underline"
            >
              <bdi className="min-w-0 truncate">#{tag}</bdi> <span className="text-muted">{count}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
