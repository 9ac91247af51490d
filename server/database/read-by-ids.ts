import type { CompiledQuery } from 'kysely'
import type { Database } from './database.ts'
import { run } from './prepared.ts'

// How many are read before it is decided whether more are needed, and over how many connections.
const BATCH = 16
const CONNECTIONS = 4

/**
 * Reads rows by their ids. On one node this is one query. On several nodes it is one query for each id, which runs on
 * a single shard; a query for many ids would be planned and run on every shard that has one of them. Reading stops
 * once the rows are `enough`.
 */
export async function readByIds<Row>(
  db: Database,
  ids: string[],
  query: (ids: string[]) => CompiledQuery<Row>,
  enough: (rows: Row[]) => boolean,
): Promise<Row[]> {
  if (!db.hasNodes?.() || ids.length === 1) return (await run(db.kysely, query(ids))).rows
  const rows: Row[] = []
  for (let start = 0; start < ids.length && !enough(rows); start += BATCH) {
    const batch = ids.slice(start, start + BATCH).map((id) => query([id]))
    rows.push(...(await readAll(db, batch)))
  }
  return rows
}

/** The rows of several queries, in any order. One request uses a few connections at most. */
export async function readAll<Row>(db: Database, queries: CompiledQuery<Row>[]): Promise<Row[]> {
  const connections = db.hasNodes?.() ? CONNECTIONS : 1
  const shares = Object.values(Object.groupBy(queries, (_, index) => index % connections))
  const results = await Promise.all(
    shares.map((share = []) =>
      db.kysely.connection().execute(async (connection) => {
        const rows: Row[] = []
        for (const query of share) rows.push(...(await run(connection, query)).rows)
        return rows
      }),
    ),
  )
  return results.flat()
}
