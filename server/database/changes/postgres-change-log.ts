import type pg from 'pg'
import { type ChangeLog, isOfKind, MAX_TOPICS_IN_SPAN, NEWEST_ROWS } from './change-log.ts'
import { FORGOTTEN } from './changes.ts'

// Unlike in postgres-changes.ts, positions go to clients, so a connection's time zone must not matter.
const SERVER = 'extract(epoch from pg_postmaster_start_time())::text'

const POSITION = /^(\d{1,19}):(\d{1,19}):((?:\d{1,19},)*\d{1,19})?@(\d+\.\d+)$/

type Since = { now: string; topics: string[] | null }
type Newest = { server: string; count: number; first: string | null; xids: string[]; topics: string[] }

/** A position is a snapshot, because row numbers and times have another order than commits. */
export function postgresChangeLog(pool: pg.Pool, kinds: readonly string[]): ChangeLog {
  const since = `select pg_current_snapshot()::text || '@' || ${SERVER} as now,
    case when ${SERVER} = $2 then array(
      select topic from changes
      where xid >= pg_snapshot_xmin($1::pg_snapshot)
        and (topic = '${FORGOTTEN}' or ${isOfKind(kinds)} and not pg_visible_in_snapshot(xid, $1::pg_snapshot))
      order by xid, topic limit ${MAX_TOPICS_IN_SPAN + 1}
    ) end as topics`

  // A plain `order by xid` would sort the numbers as text, in another order than their topics.
  const newest = `with newest as (select xid, topic from changes order by xid desc limit ${NEWEST_ROWS}),
    wanted as (select xid, topic from newest where topic = '${FORGOTTEN}' or ${isOfKind(kinds)})
    select ${SERVER} as server, (select count(*) from newest) as count, (select min(xid)::text from newest) as first,
      array(select xid::text from wanted order by wanted.xid, topic) as xids,
      array(select topic from wanted order by wanted.xid, topic) as topics`

  return {
    async readSince(position) {
      const [snapshot = null, server = null] = position?.split('@') ?? []
      const values = [snapshot, server]
      const { rows } = await pool.query<Since>({ name: 'changes-since', text: since, values })
      const { now, topics } = requireRow(rows)
      const isKnown = topics && topics.length <= MAX_TOPICS_IN_SPAN && !topics.includes(FORGOTTEN)
      return { to: now, topics: isKnown ? topics : undefined }
    },

    async readNewest() {
      const { rows } = await pool.query<Newest>({ name: 'newest-changes', text: newest })
      const { server, count, first, xids, topics } = requireRow(rows)
      const changes = topics.map((topic, index) => ({ topic, xid: Number(xids[index]) }))
      // Every change that is missing here has at most this transaction number.
      const missing = Math.max(
        count < NEWEST_ROWS ? 0 : Number(first),
        ...changes.filter(({ topic }) => topic === FORGOTTEN).map(({ xid }) => xid),
      )
      return {
        topics,
        between(from, to) {
          const [earlier, later] = [readSnapshot(from, server), readSnapshot(to, server)]
          if (!earlier || !later || earlier.xmin <= missing) return undefined
          return changes.flatMap(({ xid, topic }) =>
            isVisible(xid, later) && !isVisible(xid, earlier) ? topic : [],
          )
        },
      }
    },
  }
}

function requireRow<Row>([row]: Row[]): Row {
  if (!row) throw new Error('The database returned no position')
  return row
}

type Snapshot = { xmin: number; xmax: number; inFlight: Set<number> }

function readSnapshot(position: string, server: string): Snapshot | undefined {
  const [, xmin, xmax, inFlight, itsServer] = POSITION.exec(position) ?? []
  if (itsServer !== server || Number(xmin) > Number(xmax)) return undefined
  return {
    xmin: Number(xmin),
    xmax: Number(xmax),
    inFlight: new Set(inFlight?.split(',').map(Number)),
  }
}

function isVisible(xid: number, { xmin, xmax, inFlight }: Snapshot): boolean {
  return xid < xmin || (xid < xmax && !inFlight.has(xid))
}
