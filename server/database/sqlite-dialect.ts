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
import type { GroupCommit } from './sqlite-group-commit.ts'
import type { StatementCache } from './sqlite-statements.ts'

/** Kysely on node:sqlite: reads on one connection, transactions on the other. */
export class SqliteDialect implements Dialect {
  readonly #reads: StatementCache
  readonly #writes: GroupCommit

  constructor(reads: StatementCache, writes: GroupCommit) {
    this.#reads = reads
    this.#writes = writes
  }

  createDriver = (): Driver => new SqliteDriver(this.#reads, this.#writes)
  createQueryCompiler = () => new SqliteQueryCompiler()
  createAdapter = () => new ManyConnectionsAdapter()
  createIntrospector = (db: Kysely<unknown>) => new SqliteIntrospector(db)
}

/** Kysely would make each query and transaction wait for the one before, so none could share a commit. */
class ManyConnectionsAdapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true
  }
}

class SqliteDriver implements Driver {
  readonly #reads: StatementCache
  readonly #writes: GroupCommit

  constructor(reads: StatementCache, writes: GroupCommit) {
    this.#reads = reads
    this.#writes = writes
  }

  async init() {}
  async acquireConnection() {
    return new SqliteConnection(this.#reads)
  }
  async releaseConnection() {}

  async beginTransaction(connection: SqliteConnection) {
    await this.#writes.begin()
    connection.statements = this.#writes.statements
  }
  async commitTransaction(connection: SqliteConnection) {
    connection.statements = this.#reads
    await this.#writes.commit()
  }
  async rollbackTransaction(connection: SqliteConnection) {
    // After a failed commit there is nothing left to roll back.
    if (connection.statements === this.#reads) return
    connection.statements = this.#reads
    this.#writes.rollback()
  }
  async destroy() {
    await this.#writes.settle()
  }
}

class SqliteConnection implements DatabaseConnection {
  statements: StatementCache

  constructor(statements: StatementCache) {
    this.statements = statements
  }

  async executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    const statement = this.statements.get(sql)
    const values = parameters as SQLInputValue[]
    if (givesRows(statement)) return { rows: statement.all(...values) as Row[] }
    const { changes, lastInsertRowid } = statement.run(...values)
    return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) }
  }

  streamQuery(): never {
    throw new Error('Streaming is not supported')
  }
}

const rowGivers = new WeakMap<StatementSync, boolean>()

/** SQLite names the columns anew each time it is asked, which costs as much as a small query. */
function givesRows(statement: StatementSync): boolean {
  let gives = rowGivers.get(statement)
  if (gives === undefined) {
    gives = statement.columns().length > 0
    rowGivers.set(statement, gives)
  }
  return gives
}
