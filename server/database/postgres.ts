import type { Socket } from 'node:net'
import { Kysely, PostgresDialect, type PostgresPool, type PostgresPoolClient } from 'kysely'
import pg from 'pg'
import { FORGOTTEN, MAX_CHANGES_READ, MAY_HAVE_NODES, repeatChanges } from './changes.ts'
import type { Changes, Database, QueriesOf, ResultsOf } from './database.ts'
import { isConflict } from './faults.ts'
import { postgresChangeLog } from './postgres-change-log.ts'
import { nameOfPrepared } from './prepared.ts'
import type { Tables } from './tables.ts'

const TRIES_AFTER_CONFLICT = 5
const CONNECTIONS = 10
const TIMEOUT = 15_000
// How long after the statement timeout a server that does not respond counts as gone.
const GRACE = 2_000

// Counts fit a JavaScript number, and a calendar date must not become a moment in some time zone.
const types = new pg.TypeOverrides()
types.setTypeParser(pg.types.builtins.INT8, Number)
types.setTypeParser(pg.types.builtins.DATE, String)

export type PostgresOptions = {
  /** How many may be open at once. */
  connections?: number
  /** Milliseconds that a statement may take, or that a transaction may be idle; 0 for no limit. */
  timeout?: number
}

export function openPostgres(
  url: string,
  { connections = CONNECTIONS, timeout = TIMEOUT }: PostgresOptions = {},
): Database {
  const pool = new pg.Pool({
    connectionString: url,
    types,
    max: connections,
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
    statement_timeout: timeout,
    idle_in_transaction_session_timeout: timeout,
    application_name: 'developer-connector',
    // Queries that are sent together do not wait for one another's answers.
    pipeline: true,
  })
  // A broken connection is replaced at the next query, which reports the error. Without a listener, the error of a
  // connection in use would end the process.
  pool.on('error', () => {})
  pool.on('connect', (client) => {
    client.on('error', () => {})
    if (timeout > 0) destroyWhenSilent(client, timeout + GRACE)
  })
  // Looked up with every check for changes, as a running database may be distributed.
  let nodes = false
  const kysely = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: withNamedQueries(pool) }) })

  return {
    engine: 'postgres',
    kysely,
    location: withoutPassword(url),
    async transaction(work) {
      const { result, trx } = await retryConflicts(() =>
        kysely.transaction().execute(async (trx) => ({ result: await work(trx), trx })),
      )
      await repeatChanges(kysely, trx)
      return result
    },
    pipeline: (...queries) => retryConflicts(() => sendPipelined(pool, queries)),
    snapshot: (work) =>
      kysely.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(work),
    hasNodes: () => nodes,
    changes: {
      immediate: false,
      async since(position) {
        const seen = await changesSince(pool, position)
        nodes = seen.nodes
        return seen.changes
      },
    },
    changeLog: (kinds) => postgresChangeLog(pool, kinds),
    load: () => ({ connections: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    close: () => kysely.destroy(),
  }
}

/** Retries after a deadlock or a serialization failure. */
async function retryConflicts<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      if (attempt === TRIES_AFTER_CONFLICT || !isConflict(error)) throw error
    }
  }
}

async function sendPipelined<Rows extends unknown[]>(
  pool: pg.Pool,
  queries: QueriesOf<Rows>,
): Promise<ResultsOf<Rows>> {
  const client = await pool.connect()
  const stream = streamOf(client)
  // In one packet, so that the server wakes up once.
  stream.cork()
  const results = queries.map(({ sql, parameters }) =>
    client.query({ name: nameOfPrepared(sql), text: sql, values: [...parameters] }),
  )
  stream.uncork()
  await Promise.allSettled(results)
  client.release()
  return (await Promise.all(results)).map(({ rows }) => rows) as ResultsOf<Rows>
}

/** A query with a name is parsed and planned once for each connection; without, every time it runs. */
function withNamedQueries(pool: pg.Pool): PostgresPool {
  return {
    async connect() {
      const client = await pool.connect()
      const query = (text: string, values: readonly unknown[]) =>
        client.query({ name: nameOfPrepared(text), text, values: [...values] })
      return { query, release: () => client.release() } as unknown as PostgresPoolClient
    },
    end: () => pool.end(),
    options: pool.options,
  }
}

/** A host that disappears does not close its connections, and TCP would wait for a quarter of an hour. */
function destroyWhenSilent(client: pg.PoolClient, timeout: number): void {
  const stream = streamOf(client)
  const error = Object.assign(new Error('The database has fallen silent'), { code: 'ETIMEDOUT' })
  stream.setTimeout(timeout, () => stream.destroy(error))
}

function streamOf(client: pg.PoolClient): Socket {
  return (client as pg.PoolClient & { connection: { stream: Socket } }).connection.stream
}

// A change has been committed in between if the older snapshot does not see its transaction and the newer one does,
// in whatever order transactions began. The snapshot of a replica does not list the transactions in progress, so
// there every change since the oldest of them counts. Another server, such as one after a failover, may number
// transactions differently, so positions of different servers are never compared. If changes were deleted that the
// older snapshot may not have seen, everything may have changed.
const SERVER = 'pg_postmaster_start_time()::text'
const POSITION = `pg_current_snapshot()::text || '@' || ${SERVER} as position`
const HERE = `select ${POSITION}, ${MAY_HAVE_NODES} as nodes`
const changesQuery = (most: number) => ({
  name: `changes-${most}`,
  text: `select ${POSITION}, ${MAY_HAVE_NODES} as nodes, case when ${SERVER} = $2 then array(
    select topic from changes
    where xid >= pg_snapshot_xmin($1::pg_snapshot)
      and (pg_is_in_recovery() or topic = '${FORGOTTEN}' or not pg_visible_in_snapshot(xid, $1::pg_snapshot))
    order by xid limit ${most + 1}
  ) end as topics`,
})
// PostgreSQL expects a third of the table to be newer than an unknown position. With a limit this low it reuses
// one plan all the same; otherwise it would plan every check anew, which takes four times as long as running it.
const FEW_CHANGES = 30
const CHANGES_IF_FEW = changesQuery(FEW_CHANGES)
const CHANGES = changesQuery(MAX_CHANGES_READ)

type Seen = { position: string; nodes: boolean; topics?: string[] | null }

async function changesSince(
  pool: pg.Pool,
  position: string | undefined,
): Promise<{ changes: Changes; nodes: boolean }> {
  const values = position?.split('@')
  let seen = await readChanges(pool, values ? { ...CHANGES_IF_FEW, values } : HERE)
  if (seen.topics && seen.topics.length > FEW_CHANGES) seen = await readChanges(pool, { ...CHANGES, values })
  const { position: now, nodes, topics } = seen
  const known = topics && topics.length <= MAX_CHANGES_READ && !topics.includes(FORGOTTEN)
  return { changes: { position: now, topics: known ? topics : undefined }, nodes }
}

async function readChanges(pool: pg.Pool, query: string | pg.QueryConfig): Promise<Seen> {
  const { rows } = await pool.query<Seen>(query)
  const [seen] = rows
  if (!seen) throw new Error('The database told no position')
  return seen
}

function withoutPassword(url: string): string {
  const address = new URL(url)
  address.password = ''
  return address.href
}
