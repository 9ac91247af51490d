import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { Changes, Database } from './database.ts'
import { isConflict } from './faults.ts'
import type { Tables } from './tables.ts'

const TRIES_AFTER_CONFLICT = 5

// Counts fit a JavaScript number, and a calendar date must not become a moment in some time zone.
const types = new pg.TypeOverrides()
types.setTypeParser(pg.types.builtins.INT8, Number)
types.setTypeParser(pg.types.builtins.DATE, String)

export function openPostgres(url: string): Database {
  const pool = new pg.Pool({
    connectionString: url,
    types,
    max: 10,
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
    statement_timeout: 15_000,
    idle_in_transaction_session_timeout: 15_000,
    application_name: 'developer-connector',
  })
  // An idle connection that breaks is replaced at the next query, which reports what is wrong.
  pool.on('error', () => {})
  const kysely = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })

  return {
    engine: 'postgres',
    kysely,
    location: withoutPassword(url),
    async transaction(work) {
      for (let attempt = 1; ; attempt++) {
        try {
          return await kysely.transaction().execute(work)
        } catch (error) {
          if (attempt === TRIES_AFTER_CONFLICT || !isConflict(error)) throw error
        }
      }
    },
    snapshot: (work) =>
      kysely.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(work),
    changes: { immediate: false, since: (position) => changesSince(pool, position) },
    load: () => ({ connections: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    close: () => kysely.destroy(),
  }
}

// Two equal snapshots see the same data. Where they differ, what the older one did not see and the
// newer one sees is what has been committed in between, in whatever order transactions began.
const HERE = 'select pg_current_snapshot()::text as position'
const SINCE = {
  name: 'changes-since',
  text: `select pg_current_snapshot()::text as position, array(
    select topic from changes
    where xid >= pg_snapshot_xmin($1::pg_snapshot) and not pg_visible_in_snapshot(xid, $1::pg_snapshot)
  ) as topics`,
}

async function changesSince(pool: pg.Pool, position: string | undefined): Promise<Changes> {
  const { rows } = await pool.query<Changes>(position === undefined ? HERE : { ...SINCE, values: [position] })
  const [changes] = rows
  if (!changes) throw new Error('The database told no position')
  return changes
}

function withoutPassword(url: string): string {
  const address = new URL(url)
  address.password = ''
  return address.href
}
