import type pg from 'pg'
import type { Changes } from '../database.ts'
import { FORGOTTEN, HAS_CITUS, MAX_CHANGES_READ } from './changes.ts'

/** A plan for a small table would scan a large one, and planning each check takes longer than running it. */
export const ONLY_BY_INDEX =
  '-c enable_seqscan=off -c enable_bitmapscan=off -c plan_cache_mode=force_generic_plan'

// A change is new if only the newer snapshot sees its transaction. Another server, as after a failover, may
// number transactions differently. If the older one may have missed deleted changes, all may have changed.
const SERVER = 'pg_postmaster_start_time()::text'
const POSITION = `pg_current_snapshot()::text || '@' || ${SERVER} as position`
const HERE = `select ${POSITION}, ${HAS_CITUS} as nodes`
const CHANGES = {
  name: 'changes',
  text: `select ${POSITION}, ${HAS_CITUS} as nodes, case when ${SERVER} = $2 then array(
    select topic from changes
    where xid >= pg_snapshot_xmin($1::pg_snapshot)
      and (topic = '${FORGOTTEN}' or not pg_visible_in_snapshot(xid, $1::pg_snapshot))
    order by xid limit ${MAX_CHANGES_READ + 1}
  ) end as topics`,
}

type Seen = { position: string; nodes: boolean; topics?: string[] | null }

export async function changesSince(
  pool: pg.Pool,
  position: string | undefined,
): Promise<{ changes: Changes; nodes: boolean }> {
  const values = position?.split('@')
  const { rows } = await pool.query<Seen>(values ? { ...CHANGES, values } : HERE)
  const [seen] = rows
  if (!seen) throw new Error('The database returned no position')
  const { position: now, nodes, topics } = seen
  const known = topics && topics.length <= MAX_CHANGES_READ && !topics.includes(FORGOTTEN)
  return { changes: { position: now, topics: known ? topics : undefined }, nodes }
}
