import type { CompiledQuery } from 'kysely'
import type { Database } from './database.ts'
import { run } from './prepared.ts'

const BATCH = 16
const CONNECTIONS = 4

/** On several nodes, each id has a query on a single shard; one for many ids would run on every shard. */
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
