import type pg from 'pg'
import { type ChangeLog, FORGOTTEN, HAS_CITUS, isOfKind, MAX_CHANGES_READ, NEWEST_ROWS } from './changes.ts'

/** Planning takes longer than the query, and a plan made for a small table would scan a large one. */
export const ONLY_BY_INDEX =
  '-c enable_seqscan=off -c enable_bitmapscan=off -c plan_cache_mode=force_generic_plan'

// After a failover, another server may number transactions differently.
const SERVER = 'extract(epoch from pg_postmaster_start_time())::text'

const POSITION = /^(\d{1,19}):(\d{1,19}):((?:\d{1,19},)*\d{1,19})?@(\d+\.\d+)$/

type Since = { position: string; is_distributed: boolean; topics: string[] | null }
type Newest = { server: string; count: number; first: string | null; xids: string[]; topics: string[] }

/** A position is a snapshot: row numbers and times do not follow the order of commits. */
export function postgresChanges(pool: pg.Pool, onDistribution: (isDistributed: boolean) => void): ChangeLog {
  return {
    immediate: false,

    async since(position, kinds) {
      const isWanted = kinds ? isOfKind(kinds) : 'true'
      const text = `select pg_current_snapshot()::text || '@' || ${SERVER} as position, ${HAS_CITUS} as is_distributed,
        case when ${SERVER} = $2 then array(
          select topic from changes where xid >= pg_snapshot_xmin($1::pg_snapshot)
            and (topic = '${FORGOTTEN}' or ${isWanted} and not pg_visible_in_snapshot(xid, $1::pg_snapshot))
          order by xid ${kinds ? ', topic' : ''} limit ${MAX_CHANGES_READ + 1}
        ) end as topics`
      const [snapshot = null, server = null] = position?.split('@') ?? []
      const name = kinds ? 'changes-of-kinds' : 'changes'
      const { rows } = await pool.query<Since>({ name, text, values: [snapshot, server] })
      const { position: current, topics, is_distributed } = requireRow(rows)
      onDistribution(is_distributed)
      const isComplete = topics && topics.length <= MAX_CHANGES_READ && !topics.includes(FORGOTTEN)
      return { position: current, topics: isComplete ? topics : undefined }
    },

    async readNewest(kinds) {
      // A plain `order by xid` would sort the numbers as text, in another order than their topics.
      const text = `with newest as (select xid, topic from changes order by xid desc limit ${NEWEST_ROWS}),
        wanted as (select xid, topic from newest where topic = '${FORGOTTEN}' or ${isOfKind(kinds)})
        select ${SERVER} as server, (select count(*) from newest) as count,
          (select min(xid)::text from newest) as first,
          array(select xid::text from wanted order by wanted.xid, topic) as xids,
          array(select topic from wanted order by wanted.xid, topic) as topics`
      const { rows } = await pool.query<Newest>({ name: 'newest-changes', text })
      const { server, count, first, xids, topics } = requireRow(rows)
      const changes = topics.map((topic, index) => ({ topic, xid: Number(xids[index]) }))
      const missing = Math.max(
        count < NEWEST_ROWS ? 0 : Number(first),
        ...changes.filter(({ topic }) => topic === FORGOTTEN).map(({ xid }) => xid),
      )
      return {
        topics,
        between(from, to) {
          const earlier = readSnapshot(from, server)
          const later = readSnapshot(to, server)
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
  const [, xmin, xmax, inFlight, snapshotServer] = POSITION.exec(position) ?? []
  if (snapshotServer !== server || Number(xmin) > Number(xmax)) return undefined
  return {
    xmin: Number(xmin),
    xmax: Number(xmax),
    inFlight: new Set(inFlight?.split(',').map(Number)),
  }
}

function isVisible(xid: number, { xmin, xmax, inFlight }: Snapshot): boolean {
  return xid < xmin || (xid < xmax && !inFlight.has(xid))
}
