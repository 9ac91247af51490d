import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { formatAge } from '../dates.ts'
import { Avatar } from '../ui/avatar.tsx'
import { Moment } from '../ui/moment.tsx'
import { Prose } from '../ui/prose.tsx'
import type { Entry } from './entry.ts'
import { FoldedProse } from './folded-prose.tsx'

type Props = {
  entry: Entry
  /** Whether a long text is shown in part first. */
  folds?: boolean
  corner?: ReactNode
  children?: ReactNode
}

/** What posts and comments share: who wrote it, when, and what. */
export function Written({ entry, folds = false, corner, children }: Props) {
  const age = formatAge(entry.date)
  const Text = folds ? FoldedProse : Prose
  return (
    <article className="relative min-h-10 pl-13">
      <header className={`flex flex-wrap items-baseline gap-x-2 ${corner ? 'pr-10' : ''}`}>
        <Link to={`/profile/${entry.user}`} className="group min-w-0 rounded font-semibold">
          <Avatar id={entry.user} name={entry.name} src={entry.avatar} className="absolute top-0 left-0" />
          <bdi className="group-hover:underline">{entry.name}</bdi>
        </Link>
        <p className="text-sm text-muted">
          <span className="whitespace-nowrap">
            Posted on <Moment date={entry.date} />
          </span>
          {age && <span className="ml-2 whitespace-nowrap">{age}</span>}
        </p>
      </header>
      <Text text={entry.text} html={entry.html} className="mt-0.5 text-post" />
      {children}
      {corner && <div className="absolute -top-2 right-0">{corner}</div>}
    </article>
  )
}
