import type { SQLInputValue, StatementSync } from 'node:sqlite'
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type Kysely,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'
import type { StatementCache } from './statements.ts'

export class SqliteDialect implements Dialect {
  readonly #statements: StatementCache

  constructor(statements: StatementCache) {
    this.#statements = statements
  }

  createDriver = () => driverOf(this.#statements)
  createQueryCompiler = () => new SqliteQueryCompiler()
  createAdapter = () => new DirectSqliteAdapter(this.#statements)
  createIntrospector = (db: Kysely<unknown>) => new SqliteIntrospector(db)
}

export class DirectSqliteAdapter extends SqliteAdapter {
  readonly #statements: StatementCache

  constructor(statements: StatementCache) {
    super()
    this.#statements = statements
  }

  /** Otherwise Kysely would make each query wait for the one before. */
  override get supportsMultipleConnections(): boolean {
    return true
  }

  /** Bypasses Kysely, whose connection handling takes longer than most of our queries. */
  async run<Row>(query: Query): Promise<QueryResult<Row>> {
    return runQuery(this.#statements, query)
  }
}

function driverOf(statements: StatementCache): Driver {
  const connection: DatabaseConnection = {
    executeQuery: async (query) => runQuery(statements, query),
    streamQuery() {
      throw new Error('Streaming is not supported')
    },
  }
  return {
    async init() {},
    acquireConnection: async () => connection,
    async releaseConnection() {},
    beginTransaction: refuseTransaction,
    commitTransaction: refuseTransaction,
    rollbackTransaction: refuseTransaction,
    async destroy() {},
  }
}

async function refuseTransaction(): Promise<never> {
  throw new Error('Transactions are run by the database, not by Kysely')
}

type Query = Pick<CompiledQuery, 'sql' | 'parameters'>

function runQuery<Row>(statements: StatementCache, { sql, parameters }: Query): QueryResult<Row> {
  const statement = statements.get(sql)
  // SQLite has no lists, but reads them as JSON; see isOneOf.
  const values = parameters.map((value) =>
    Array.isArray(value) ? JSON.stringify(value) : value,
  ) as SQLInputValue[]
  const names = columnsOf(statement)
  if (names.length > 0) {
    const rows = statement.all(...values) as unknown as unknown[][]
    return { rows: rows.map((row) => toObject(names, row) as Row) }
  }
  const { changes, lastInsertRowid } = statement.run(...values)
  return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) }
}

/** The row objects of node:sqlite take twice as long to create, and longer to read and copy. */
function toObject(names: string[], row: unknown[]): Record<string, unknown> {
  const object: Record<string, unknown> = {}
  for (let index = 0; index < names.length; index++) object[names[index] ?? ''] = row[index]
  return object
}

const columnsCache = new WeakMap<StatementSync, string[]>()

/** Cached, because `columns()` costs as much as a small query. */
function columnsOf(statement: StatementSync): string[] {
  let names = columnsCache.get(statement)
  if (names === undefined) {
    names = statement.columns().map(({ name }) => name)
    if (names.length > 0) statement.setReturnArrays(true)
    // The last row number of a full-text index may be larger than a safe integer.
    else statement.setReadBigInts(true)
    columnsCache.set(statement, names)
  }
  return names
}
