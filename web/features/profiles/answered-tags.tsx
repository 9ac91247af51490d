import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { AnswerCount } from '../../../contract/search.ts'
import { addressOfFeed } from '../posts/feeds.ts'
import { useAnswersByQuery } from './profile-api.ts'

/** Optional: a failure renders nothing. What follows waits for the tags, so that it does not move. */
export function AnsweredTags({ userId, children }: { userId: string; children: ReactNode }) {
  const { currentData: counts, isError } = useAnswersByQuery({ params: { userId } })
  if (!counts && !isError) return null
  return (
    <>
      {counts && counts.length > 0 && <TagList counts={counts} />}
      {children}
    </>
  )
}

function TagList({ counts }: { counts: AnswerCount[] }) {
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
