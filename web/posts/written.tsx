import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { Comment } from '../../contract/posts.ts'
import { Avatar } from '../ui/avatar.tsx'
import { Moment } from '../ui/moment.tsx'
import { Prose } from '../ui/prose.tsx'

/** What posts and comments share: who wrote it, when, and what. */
export function Written({
  entry,
  corner,
  children,
}: {
  entry: Comment
  corner?: ReactNode
  children?: ReactNode
}) {
  return (
    <article className="card p-4 sm:p-5">
      <header className="flex items-start gap-3">
        <Link
          to={`/profile/${entry.user}`}
          className="group flex min-w-0 items-center gap-3 rounded-lg font-semibold"
        >
          <Avatar name={entry.name} src={entry.avatar} size="normal" />
          <bdi className="min-w-0 group-hover:underline">{entry.name}</bdi>
        </Link>
        <div className="ml-auto">{corner}</div>
      </header>
      <Prose text={entry.text} className="mt-3" />
      <p className="mt-3 text-sm text-muted">
        Posted on <Moment date={entry.date} />
      </p>
      {children}
    </article>
  )
}
