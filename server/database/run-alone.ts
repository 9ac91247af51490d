import type { CompiledQuery } from 'kysely'
import type { Database, Queryable } from './database.ts'
import { run } from './prepared.ts'

/**
 * Runs a single query that writes. Over a network it is a transaction by itself, which saves the round trips of begin and
 * commit; SQLite writes in transactions only.
 */
export async function runAlone<Row>(
  db: Database,
  build: (db: Queryable) => { compile(): CompiledQuery<Row> },
): Promise<Row[]> {
  if (!db.pipeline) return db.transaction(async (trx) => (await run(trx, build(trx).compile())).rows)
  const [rows] = await db.pipeline(build(db.kysely).compile())
  return rows
}
