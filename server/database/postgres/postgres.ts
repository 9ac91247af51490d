import { Socket } from 'node:net'
import {
  CompiledQuery,
  type DatabaseConnection,
  DummyDriver,
  Kysely,
  PostgresDialect,
  type PostgresPool,
  type PostgresPoolClient,
} from 'kysely'
import pg from 'pg'
import { collectChanges, insertionOfChanges } from '../changes/changes.ts'
import { postgresChangeLog } from '../changes/postgres-change-log.ts'
import { changesSince, ONLY_BY_INDEX } from '../changes/postgres-changes.ts'
import type { Database, Queryable } from '../database.ts'
import { isConflict } from '../faults.ts'
import { nameOfPrepared } from '../prepared.ts'
import { runTogether } from '../run-together.ts'
import type { Tables } from '../schema/tables.ts'
import { collectQueries } from '../with-commit.ts'
import { type Query, sendTogether } from './batch.ts'

const BEGIN = CompiledQuery.raw('begin')
const COMMIT = CompiledQuery.raw('commit')
const ROLLBACK = CompiledQuery.raw('rollback')

const TRIES_AFTER_CONFLICT = 5
const CONNECTIONS = 10
const TIMEOUT = 15_000
// A server that is silent for this long after the statement timeout counts as gone.
const GRACE = 2_000

// Compiling takes longer than any of our queries; PostgreSQL overestimates the rows that a search reads.
const WITHOUT_COMPILING = '-c jit=off'

// Counts fit a JavaScript number, and a calendar date must not become a moment in some time zone.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)
pg.types.setTypeParser(pg.types.builtins.DATE, String)

export type PostgresOptions = {
  connections?: number
  /** In milliseconds, for a statement or an idle transaction; 0 for no limit. */
  timeout?: number
}

export function openPostgres(
  url: string,
  { connections = CONNECTIONS, timeout = TIMEOUT }: PostgresOptions = {},
): Database {
  const pool = openPool({ connectionString: url, max: connections, options: WITHOUT_COMPILING }, timeout)
  // Checks run one after another, so one connection is enough.
  const checks = openPool({ connectionString: url, max: 1, options: ONLY_BY_INDEX }, timeout)
  // Looked up with every check, as a running database may be distributed.
  let nodes: boolean | undefined
  const dialect = new PostgresDialect({ pool: withNamedQueries(pool) })
  const kysely = new Kysely<Tables>({ dialect })

  /** Kysely's own transactions wait for each statement before they send the next one. */
  const onConnection = (connection: DatabaseConnection): Queryable =>
    new Kysely<Tables>({
      ...{ dialect, config: { dialect }, driver: new DummyDriver() },
      executor: kysely.getExecutor().withConnectionProvider({ provideConnection: (use) => use(connection) }),
    })

  return {
    engine: 'postgres',
    kysely,
    location: withoutPassword(url),
    async transaction(work) {
      const { result, trx } = await retryConflicts(() =>
        kysely.getExecutor().provideConnection(async (connection) => {
          const trx = onConnection(connection)
          return { result: await inTransaction(connection, trx, work), trx }
        }),
      )
      // The coordinator commits first, so a cache may see the changes and then read old rows from another node.
      if (nodes !== false) for (const query of insertionOfChanges(trx)) await kysely.executeQuery(query)
      return result
    },
    snapshot: (work) =>
      kysely.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(work),
    hasNodes: () => nodes === true,
    changes: {
      immediate: false,
      async since(position) {
        const seen = await changesSince(checks, position)
        nodes = seen.nodes
        return seen.changes
      },
    },
    changeLog: (kinds) => postgresChangeLog(checks, kinds),
    load: () => ({ connections: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    async close() {
      await Promise.all([kysely.destroy(), checks.end()])
    },
  }
}

function openPool(config: pg.PoolConfig, timeout: number): pg.Pool {
  const pool = new pg.Pool({
    ...config,
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
    statement_timeout: timeout,
    idle_in_transaction_session_timeout: timeout,
    application_name: 'developer-connector',
    stream: () => openSocket(timeout > 0 ? timeout + GRACE : 0),
  })
  // Without listeners, an error would end the process. The next query replaces a broken connection.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

async function retryConflicts<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      if (attempt === TRIES_AFTER_CONFLICT || !isConflict(error)) throw error
    }
  }
}

/** `begin` is sent together with the first statement, and `commit` together with the last ones. */
async function inTransaction<T>(
  connection: DatabaseConnection,
  trx: Queryable,
  work: (trx: Queryable) => Promise<T>,
): Promise<T> {
  const begun = connection.executeQuery(BEGIN)
  // Awaited below. Until then, nothing else handles its failure.
  begun.catch(() => {})
  try {
    const last = collectQueries(trx)
    collectChanges(trx)
    const result = await work(trx)
    // If one of them fails, the commit rolls back.
    const queries = [...insertionOfChanges(trx), ...last, COMMIT]
    await runTogether(begun, ...queries.map((query) => connection.executeQuery(query)))
    return result
  } catch (error) {
    // A lost connection has rolled back, and the pool replaces it.
    await connection.executeQuery(ROLLBACK).catch(() => {})
    throw error
  }
}

/** A named query is planned once per connection. Given an object, `client.query` would copy it slowly. */
function send(client: pg.PoolClient, text: string, values: readonly unknown[]): Promise<pg.QueryResult> {
  const { promise, resolve, reject } = Promise.withResolvers<pg.QueryResult>()
  const query = new pg.Query(text, [...values], (error, result) => (error ? reject(error) : resolve(result)))
  sendTogether(client, Object.assign(query, { name: nameOfPrepared(text) }) as Query)
  // Otherwise the stack begins where the connection was read instead of where the query was sent.
  return promise.catch((error: Error) => {
    Error.captureStackTrace(error)
    throw error
  })
}

function withNamedQueries(pool: pg.Pool): PostgresPool {
  return {
    async connect() {
      const client = await pool.connect()
      const query = (text: string, values: readonly unknown[]) => send(client, text, values)
      return { query, release: () => client.release() } as unknown as PostgresPoolClient
    },
    end: () => pool.end(),
    options: pool.options,
  }
}

/** TCP waits a quarter of an hour for a host that disappears. */
function openSocket(timeout: number): Socket {
  const socket = new Socket()
  const error = Object.assign(new Error('The database has fallen silent'), { code: 'ETIMEDOUT' })
  return socket.setTimeout(timeout, () => socket.destroy(error))
}

function withoutPassword(url: string): string {
  const address = new URL(url)
  address.password = ''
  address.searchParams.delete('password')
  return address.href
}
