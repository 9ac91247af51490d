import { sql } from 'kysely'
import type { Engine, Queryable } from '../server/database/database.ts'

/** Inserts rows as one JSON text: building a statement with thousands of parameters would take longer. */
export async function bulkInsert(
  engine: Engine,
  trx: Queryable,
  table: string,
  rows: Record<string, unknown>[],
): Promise<void> {
  const [first] = rows
  if (!first) return
  const columns = Object.keys(first)
  const names = sql.join(columns.map((column) => sql.ref(column)))
  const json = JSON.stringify(rows)
  const source =
    engine === 'postgres'
      ? sql`select ${names} from json_populate_recordset(null::${sql.table(table)}, ${json}::json)`
      : sql`select ${sql.join(columns.map((column) => sql`value ->> ${sql.lit(column)}`))} from json_each(${json})`
  await sql`insert into ${sql.table(table)} (${names}) ${source}`.execute(trx)
}
