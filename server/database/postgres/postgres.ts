import { createHash } from 'node:crypto'
import { Socket } from 'node:net'
import { Kysely, PostgresDialect, type PostgresPool, type PostgresPoolClient } from 'kysely'
import pg from 'pg'
import { insertChanges, runRecorded } from '../changes/changes.ts'
import { ONLY_BY_INDEX, postgresChanges } from '../changes/postgres-changes.ts'
import type { Database } from '../database.ts'
import { isConflict } from '../faults.ts'
import type { Tables } from '../schema/tables.ts'

const TRIES_AFTER_CONFLICT = 5
const CONNECTIONS = 10
const TIMEOUT = 15_000
const GRACE = 2_000

// PostgreSQL overestimates the rows of a search, and compiling takes longer than any of our queries.
const WITHOUT_COMPILING = '-c jit=off'

// Counts fit a number; a date must not become a moment in some time zone.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)
pg.types.setTypeParser(pg.types.builtins.DATE, String)

export type PostgresOptions = {
  connections?: number
  timeout?: number
}

export function openPostgres(
  url: string,
  { connections = CONNECTIONS, timeout = TIMEOUT }: PostgresOptions = {},
): Database {
  const pool = openPool({ connectionString: url, max: connections, options: WITHOUT_COMPILING }, timeout)
  const checks = openPool({ connectionString: url, max: 1, options: ONLY_BY_INDEX }, timeout)
  let isDistributed: boolean | undefined
  const kysely = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: namingStatements(pool) }) })
  const searches = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })

  return {
    engine: 'postgres',
    kysely,
    searches,
    location: withoutPassword(url),
    async transaction(work) {
      const { result, topics } = await retryConflicts(() =>
        kysely.transaction().execute((trx) => runRecorded(trx, work)),
      )
      // Citus nodes commit after the coordinator, so a cache may have read their old rows.
      if (isDistributed !== false) await insertChanges(kysely, topics)
      return result
    },
    snapshot: (work) =>
      kysely.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(work),
    isDistributed: () => isDistributed === true,
    changes: postgresChanges(checks, (now) => {
      isDistributed = now
    }),
    load: () => ({ connections: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    async close() {
      await Promise.all([pool.end(), checks.end()])
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
  // Without listeners, an error ends the process. The next query replaces a broken connection.
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

const MAX_NAMED = 1_000

function namingStatements(pool: pg.Pool): PostgresPool {
  const names = new Map<string, string>()
  return {
    async connect() {
      const client = await pool.connect()
      const query = (text: string, values: readonly unknown[]) =>
        client.query({ text, values: [...values], name: nameOf(text, names) })
      return { query, release: client.release } as unknown as PostgresPoolClient
    },
    end: () => pool.end(),
    options: pool.options,
  }
}

// Named statements with all columns fail once a migration adds one.
const HAS_ALL_COLUMNS = /[ .]\*/

function nameOf(text: string, names: Map<string, string>): string | undefined {
  const existing = names.get(text)
  if (existing !== undefined || names.size === MAX_NAMED || HAS_ALL_COLUMNS.test(text)) return existing
  const name = createHash('sha1').update(text).digest('base64url')
  names.set(text, name)
  return name
}

/** TCP would wait a quarter of an hour for a host that has gone. */
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
