import { type Kysely, sql } from 'kysely'
import type { Engine } from '../database.ts'
import { distributeTable, isDistributed, type TableName } from './distribution.ts'
import type { Distribution, Tables } from './tables.ts'

type NewTable = {
  name: string
  distribution: Distribution
  /** The columns and keys, as in SQL, without the foreign keys. */
  columns: string
  /** How PostgreSQL partitions it, as in `range (number)`. */
  partitionedBy?: string
  /** As in `(post_id) references posts (id) on delete cascade`. */
  foreignKeys: string[]
}

/** The types of columns. Keys are compared byte by byte on both engines, whatever the server's locale. */
export function columnTypes(engine: Engine) {
  return engine === 'postgres'
    ? { id: 'uuid', time: 'bigint', date: 'date', flag: 'smallint', key: 'text collate "C"', bytes: 'bytea' }
    : { id: 'text', time: 'integer', date: 'text', flag: 'integer', key: 'text', bytes: 'blob' }
}

/**
 * Creates a table, and distributes it if others are. SQLite takes foreign keys only with the table; a distributed
 * database takes them only once both tables are distributed.
 */
export async function createTable(db: Kysely<unknown>, engine: Engine, table: NewTable): Promise<void> {
  const { name, distribution, columns, partitionedBy, foreignKeys } = table
  const keys = engine === 'sqlite' ? foreignKeys.map((key) => `foreign key ${key}`) : []
  const partitioning = partitionedBy ? ` partition by ${partitionedBy}` : ''
  await sql.raw(`create table ${name} (${[columns, ...keys].join(', ')})${partitioning}`).execute(db)
  if (engine === 'sqlite') return
  const tables = db as Kysely<Tables>
  if (await isDistributed(tables)) await distributeTable(tables, name as TableName, distribution)
  for (const key of foreignKeys) {
    // Citus needs a name for the key of a partitioned table. This is the one that PostgreSQL would give it.
    const columns = key.slice(1, key.indexOf(')')).replaceAll(', ', '_')
    const constraint = partitionedBy ? `constraint ${name}_${columns}_fkey ` : ''
    await sql.raw(`alter table ${name} add ${constraint}foreign key ${key}`).execute(db)
  }
}
