import type pg from 'pg'
import { type ChangeLog, isOfKind, MAX_ROWS_SCANNED, MAX_TOPICS_IN_SPAN } from './change-log.ts'
import { FORGOTTEN } from './changes.ts'

// Another server may number its transactions differently, so a position names the server too. Unlike in postgres.ts
// it goes to clients and to other processes, so it must not depend on the time zone of a connection.
const SERVER = 'extract(epoch from pg_postmaster_start_time())::text'

const POSITION = /^(\d{1,19}):(\d{1,19}):((?:\d{1,19},)*\d{1,19})?@\d+\.\d+$/

type Seen = { now: string; topics: string[] | null }

/**
 * A position is a snapshot, which says exactly which transactions were visible: row numbers and times have another
 * order than commits. What is between two of them is what the later one sees and the earlier one does not.
 */
export function postgresChangeLog(pool: pg.Pool, kinds: readonly string[]): ChangeLog {
  const since = 'xid >= pg_snapshot_xmin($1::pg_snapshot)'
  const text = `select pg_current_snapshot()::text || '@' || ${SERVER} as now,
    case when ${SERVER} = $2
      and not exists (select from changes where ${since} offset ${MAX_ROWS_SCANNED})
    then array(
      select topic from changes
      where ${since} and (topic = '${FORGOTTEN}' or ${isOfKind(kinds)}
        and not pg_visible_in_snapshot(xid, $1::pg_snapshot)
        and pg_visible_in_snapshot(xid, coalesce($3::pg_snapshot, pg_current_snapshot())))
      order by xid, topic limit ${MAX_TOPICS_IN_SPAN + 1}
    ) end as topics`

  return {
    isPosition,
    async read(from, to) {
      const [snapshot = null, server = null] = from?.split('@') ?? []
      const until = to?.split('@')[0] ?? null
      const values = [snapshot, server, until]
      const { rows } = await pool.query<Seen>({ name: 'change-log', text, values })
      const [seen] = rows
      if (!seen) throw new Error('The database returned no position')
      const { now, topics } = seen
      const isKnown = topics && topics.length <= MAX_TOPICS_IN_SPAN && !topics.includes(FORGOTTEN)
      return { to: to ?? now, topics: isKnown ? topics : undefined }
    },
  }
}

/** PostgreSQL refuses any other text as a snapshot, with an error. */
function isPosition(text: string): boolean {
  const [, xmin = '0', xmax = '0', xip] = POSITION.exec(text) ?? []
  const [from, to] = [BigInt(xmin), BigInt(xmax)]
  const inFlight = xip?.split(',').map(BigInt) ?? []
  return (
    from > 0n &&
    to >= from &&
    inFlight.every((xid, index) => xid >= from && xid < to && xid > (inFlight[index - 1] ?? 0n))
  )
}
