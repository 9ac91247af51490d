import type { DatabaseSync, StatementSync } from 'node:sqlite'

const MAX_STATEMENTS = 500

/** Keeps prepared statements; parsing a query costs more than running most of ours. */
export class StatementCache {
  readonly #db: DatabaseSync
  readonly #statements = new Map<string, StatementSync>()

  constructor(db: DatabaseSync) {
    this.#db = db
  }

  get(sql: string): StatementSync {
    const known = this.#statements.get(sql)
    if (known) return known
    const statement = this.#db.prepare(sql)
    // Lists of ids come in many lengths; starting over is simpler than ranking them.
    if (this.#statements.size >= MAX_STATEMENTS) this.#statements.clear()
    this.#statements.set(sql, statement)
    return statement
  }
}
