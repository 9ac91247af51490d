import { type CompiledQuery, sql } from 'kysely'
import type { Engine, Queryable } from '../server/database/database.ts'

type Row = Record<string, unknown>

export async function bulkInsert(engine: Engine, trx: Queryable, table: string, rows: Row[]): Promise<void> {
  const [first] = rows
  if (!first) return
  const columns = Object.keys(first)
  if (engine === 'postgres') return insertJson(trx, table, columns, rows)
  for (let start = 0; start < rows.length; start += BATCH) {
    await insertValues(trx, table, columns, rows.slice(start, start + BATCH))
  }
}

/** A statement with thousands of parameters would take longer to build. */
async function insertJson(trx: Queryable, table: string, columns: string[], rows: Row[]): Promise<void> {
  const names = sql.join(columns.map((column) => sql.ref(column)))
  await sql`insert into ${sql.table(table)} (${names}) select ${names}
    from json_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)}::json)`.execute(trx)
}

// One prepared statement for many rows is several times as fast as one per row.
const BATCH = 50

/** Kysely builds the statement more slowly than SQLite runs it. */
async function insertValues(trx: Queryable, table: string, columns: string[], rows: Row[]): Promise<void> {
  const row = `(${columns.map(() => '?')})`
  const query = {
    ...sql`insert`.compile(trx),
    sql: `insert into ${table} (${columns}) values ${rows.map(() => row)}`,
    parameters: rows.flatMap((values) => columns.map((column) => values[column])),
  }
  await trx.executeQuery(query satisfies CompiledQuery)
}
