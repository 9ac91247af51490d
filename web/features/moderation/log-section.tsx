import { Link } from 'react-router'
import type { LogRecord } from '../../../contract/moderation.ts'
import { formatDay, formatTime } from '../../ui/dates.ts'
import { PagedList } from '../../ui/lists/paged-list.tsx'
import { usePages } from '../../ui/lists/use-pages.ts'
import { useLogInfiniteQuery } from './moderation-api.ts'

const PHRASES: Record<LogRecord['action'], string> = {
  role: 'changed the role of',
  site: 'changed the community settings',
  removal: 'removed content by',
  return: 'restored content by',
  suspension: 'suspended',
  lift: 'lifted the suspension of',
  report: 'resolved a report about',
  'reset-link': 'created a password reset link for',
  invitation: 'revoked an invitation by',
  registration: 'decided on a registration',
  'mail-limit': 'reached a limit of mails',
}

export function LogSection() {
  const query = useLogInfiniteQuery()
  const log = usePages(query)
  return (
    <section>
      <h2 className="sr-only">Log</h2>
      <PagedList pages={log} empty="No actions yet">
        {(record) => <Action record={record} />}
      </PagedList>
    </section>
  )
}

/** The server writes timestamps in full, because the log is the same for everyone. */
const withDays = (details: string) =>
  details.replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, (moment) => formatDay(moment))

function Action({ record: { date, action, by, to, post, reason, details } }: { record: LogRecord }) {
  return (
    <div className="grid gap-x-4 sm:grid-cols-[9.5rem_minmax(0,1fr)]">
      <p className="font-mono text-sm text-muted sm:pt-0.5">
        <time dateTime={date}>
          {formatDay(date)} {formatTime(date)}
        </time>
      </p>
      <div className="min-w-0">
        <p>
          <bdi className="font-semibold">
            {by?.name ?? (action === 'lift' || (action === 'role' && reason) ? 'The server' : 'The operator')}
          </bdi>{' '}
          {PHRASES[action] ?? action}{' '}
          {to && (
            <Link to={`/profile/${to._id}`} className="font-semibold hover:underline">
              <bdi>{to.name}</bdi>
            </Link>
          )}
          {post && action !== 'removal' && (
            <Link to={`/posts/${post}`} className="text-link ml-2 text-sm">
              Post
            </Link>
          )}
        </p>
        {reason && <p className="text-muted">{reason}</p>}
        {details && <p className="font-mono text-sm whitespace-pre-line text-muted">{withDays(details)}</p>}
      </div>
    </div>
  )
}
