import { type Kysely, sql } from 'kysely'
import type { Engine } from '../database.ts'
import { isDistributed, placeTable, type TableName } from './placement.ts'
import type { Home, Tables } from './tables.ts'

type NewTable = {
  name: string
  home: Home
  /** The columns and keys, as in SQL, without the foreign keys. */
  columns: string
  /** How PostgreSQL partitions it, as in `range (number)`. */
  partitionedBy?: string
  /** As in `(post_id) references posts (id) on delete cascade`. */
  foreignKeys: string[]
}

/**
 * Creates a table at its home. SQLite takes foreign keys only with the table; a distributed database takes
 * them only once both tables are in place.
 */
export async function createTable(db: Kysely<unknown>, engine: Engine, table: NewTable): Promise<void> {
  const { name, home, columns, partitionedBy, foreignKeys } = table
  const keys = foreignKeys.map((key) => `foreign key ${key}`)
  const parts = engine === 'sqlite' ? [columns, ...keys] : [columns]
  const partitioning = partitionedBy ? ` partition by ${partitionedBy}` : ''
  await sql.raw(`create table ${name} (${parts.join(', ')})${partitioning}`).execute(db)
  if (engine === 'sqlite') return
  const tables = db as Kysely<Tables>
  if (await isDistributed(tables)) await placeTable(tables, name as TableName, home)
  for (const key of keys) await sql.raw(`alter table ${name} add ${key}`).execute(db)
}
