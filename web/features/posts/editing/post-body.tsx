import type { ReactNode } from 'react'
import { Avatar } from '../../../ui/avatar.tsx'
import { formatAge } from '../../../ui/dates.ts'
import { Handle } from '../../../ui/handle.tsx'
import { Moment } from '../../../ui/moment.tsx'
import { RoleBadge } from '../../../ui/role-badge.tsx'
import { Link } from '../../../ui/routing/link.tsx'
import { Prose } from '../../markdown/prose.tsx'
import { FoldedProse } from '../folded-prose.tsx'
import type { Entry } from '../post-or-comment.ts'
import type { Target } from './edit-calls.ts'
import { useHistory } from './use-history.tsx'

type Props = {
  entry: Entry
  /** Undefined where the history opens elsewhere. */
  target?: Target
  folds?: boolean
  address?: string
  isSmall?: boolean
  mark?: ReactNode
  corner?: ReactNode
  form?: ReactNode
  children?: ReactNode
}

export function PostBody(props: Props) {
  const { entry, target, folds = false, address, isSmall = false, mark, corner, form, children } = props
  const age = formatAge(entry.date)
  const date = <Moment date={entry.date} />
  const Text = folds ? FoldedProse : Prose
  const { opener, history } = useHistory({ entry, target })
  return (
    <article className={`relative ${isSmall ? 'min-h-8 pl-10' : 'min-h-10 pl-13'}`}>
      <header className={`flex flex-wrap items-baseline gap-x-2 ${corner ? 'pr-20' : ''}`}>
        <Link to={`/profile/${entry.user}`} className="group min-w-0 rounded font-semibold">
          <Avatar
            id={entry.user}
            name={entry.name}
            src={entry.avatar}
            size={isSmall ? 'small' : 'normal'}
            className="absolute top-0 left-0"
          />
          <bdi className="group-hover:underline">{entry.name}</bdi>
        </Link>
        <Handle person={entry} className="min-w-0 truncate text-sm" />
        <RoleBadge role={entry.badge} />
        <p className="flex flex-wrap gap-x-2 text-sm text-muted">
          <span className="whitespace-nowrap">
            Posted on{' '}
            {address ? (
              <Link to={address} className="rounded hover:underline">
                {date}
              </Link>
            ) : (
              date
            )}
          </span>
          {age && <span className="whitespace-nowrap">{age}</span>}
        </p>
        {opener}
        {mark}
      </header>
      {history}
      {form || <Text text={entry.text} html={entry.html} className="mt-0.5 text-post" />}
      {children}
      {corner && <div className="absolute -top-2 right-0">{corner}</div>}
    </article>
  )
}
