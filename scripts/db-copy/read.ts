import { createHash, hash } from 'node:crypto'
import { sql } from 'kysely'
import type { Queryable } from '../../server/database/database.ts'
import type { CopiedTable } from './tables.ts'

const BATCH = 1_000
const FILES = 20

export type Row = Record<string, unknown>
export type Summary = { rows: number; sha256: string }

export async function readTable(
  db: Queryable,
  table: CopiedTable,
  onBatch: (rows: Row[]) => Promise<void>,
): Promise<Summary> {
  const digest = createHash('sha256')
  let rows = 0
  for await (const batch of batches(db, table)) {
    for (const row of batch)
      digest.update(`${JSON.stringify(table.columns.map((name) => asJson(row[name])))}\n`)
    rows += batch.length
    await onBatch(batch)
  }
  return { rows, sha256: digest.digest('hex') }
}

function asJson(value: unknown): unknown {
  return value instanceof Uint8Array ? hash('sha256', value) : value
}

async function* batches(db: Queryable, { name, key, columns, hasFiles }: CopiedTable): AsyncGenerator<Row[]> {
  const list = (names: readonly string[]) => sql.join(names.map((column) => sql.ref(column)))
  const size = hasFiles ? FILES : BATCH
  let keyCondition = sql``
  while (true) {
    const { rows } = await sql<Row>`
      select ${list(columns)} from ${sql.table(name)} ${keyCondition} order by ${list(key)} limit ${sql.lit(size)}
    `.execute(db)
    if (rows.length > 0) yield rows
    const last = rows.at(-1)
    if (!last || rows.length < size) return
    keyCondition = sql`where (${list(key)}) > (${sql.join(key.map((column) => last[column]))})`
  }
}

export async function countRows(db: Queryable, { name }: CopiedTable): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.table(name)}`.execute(db)
  return Number(rows[0]?.count)
}
