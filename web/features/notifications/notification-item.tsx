import { ShieldAlert } from 'lucide-react'
import { Fragment } from 'react'
import { Link } from 'react-router'
import type { Notification } from '../../../contract/notifications.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { formatAge } from '../../ui/dates.ts'
import { Moment } from '../../ui/moment.tsx'
import { actionText, addressOf, isAboutRegistrations, namesOf } from './wording.ts'

export function NotificationItem({ of }: { of: Notification }) {
  const age = formatAge(of.date)
  const [first] = of.actors
  return (
    <article
      className={`relative -mx-3 flex gap-3 rounded-lg px-3 py-3 hover:bg-sunken ${of.read ? '' : 'bg-fresh-soft/50'}`}
    >
      {first ? (
        <Avatar id={first._id} name={first.name} src={first.avatar} />
      ) : (
        <span className="grid size-10 shrink-0 place-items-center rounded-[0.625rem] bg-sunken text-muted">
          <ShieldAlert size={20} aria-hidden="true" />
        </span>
      )}
      <div className="min-w-0 flex-1">
        <p>
          <Link
            to={addressOf(of)}
            className="rounded after:absolute after:inset-0 after:rounded-lg focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-accent"
          >
            {!of.read && <span className="sr-only">Unread: </span>}
            <Who of={of} /> {actionText(of)}
          </Link>
        </p>
        {of.excerpt && <p className="mt-0.5 line-clamp-2 text-muted">{of.excerpt}</p>}
        <p className="mt-0.5 text-sm text-muted">
          <Moment date={of.date} />
          {age && <span className="ml-2">{age}</span>}
        </p>
      </div>
      {!of.read && (
        <span
          aria-hidden="true"
          className="mt-2 size-2.5 shrink-0 rounded-full bg-fresh forced-colors:bg-[Mark]"
        />
      )}
    </article>
  )
}

function Who({ of }: { of: Notification }) {
  const { names, others } = namesOf(of)
  if (isAboutRegistrations(of)) return of.count > 1 ? `${of.count} registrations` : 'A registration'
  if (names.length === 0) return of.kind === 'moderation' ? 'A moderator' : 'Someone'
  const parts = names.map((name, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: two people may have the same name
    <bdi key={index} className="font-semibold">
      {name}
    </bdi>
  ))
  const all = others ? [...parts, others] : parts
  return all.map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: in a fixed order
    <Fragment key={index}>
      {index > 0 && (index === all.length - 1 ? ' and ' : ', ')}
      {part}
    </Fragment>
  ))
}
