import type { DatabaseSync, StatementSync } from 'node:sqlite'

const MAX_STATEMENTS = 500
// SQLite plans again whenever a limit that is a bare parameter is bound, but not for an expression.
const BOUND_LIMIT = /\blimit \?/gi

/** Parsing most of our queries costs more than running them. */
export class StatementCache {
  readonly #db: DatabaseSync
  /** Least recently used first. */
  readonly #statements = new Map<string, StatementSync>()

  constructor(db: DatabaseSync) {
    this.#db = db
  }

  get(sql: string): StatementSync {
    let statement = this.#statements.get(sql)
    if (statement) {
      this.#statements.delete(sql)
    } else {
      statement = this.#db.prepare(sql.replaceAll(BOUND_LIMIT, '$& + 0'))
      // Lists of ids have many lengths, each with a separate statement.
      const [oldest] = this.#statements.keys()
      if (this.#statements.size >= MAX_STATEMENTS && oldest !== undefined) this.#statements.delete(oldest)
    }
    this.#statements.set(sql, statement)
    return statement
  }
}
