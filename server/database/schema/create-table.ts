import { type Kysely, sql } from 'kysely'
import type { Engine } from '../database.ts'
import { distributeTable, isDistributed, type TableName } from './distribution.ts'
import type { Distribution, Tables } from './tables.ts'

type NewTable = {
  name: string
  distribution: Distribution
  columns: string
  partitionedBy?: string
  foreignKeys: string[]
}

export const LOCAL: Distribution = { group: 'local' }
export const BY_POST: Distribution = { group: 'posts', column: 'post_id' }
export const BY_USER: Distribution = { group: 'profiles', column: 'user_id' }
export const OF_POST = '(post_id) references posts (id) on delete cascade'
export const OF_USER = '(user_id) references users (id) on delete cascade'
export const OF_OTHER_USER = '(other_id) references users (id) on delete cascade'

export function schemaTools(db: Kysely<unknown>, engine: Engine) {
  return {
    ...columnTypes(engine),
    run: async (...statements: string[]) => {
      for (const statement of statements) await sql.raw(statement).execute(db)
    },
    create: (name: string, distribution: Distribution, columns: string, ...foreignKeys: string[]) =>
      createTable(db, engine, { name, distribution, columns, foreignKeys }),
  }
}

function columnTypes(engine: Engine) {
  return engine === 'postgres'
    ? { id: 'uuid', time: 'bigint', date: 'date', flag: 'smallint', key: 'text collate "C"', bytes: 'bytea' }
    : { id: 'text', time: 'integer', date: 'text', flag: 'integer', key: 'text', bytes: 'blob' }
}

/** SQLite takes foreign keys only with the table, Citus only once both tables are distributed. */
export async function createTable(db: Kysely<unknown>, engine: Engine, table: NewTable): Promise<void> {
  const { name, distribution, columns, partitionedBy, foreignKeys } = table
  const keys = engine === 'sqlite' ? foreignKeys.map((key) => `foreign key ${key}`) : []
  const partitioning = partitionedBy ? ` partition by ${partitionedBy}` : ''
  await sql.raw(`create table ${name} (${[columns, ...keys].join(', ')})${partitioning}`).execute(db)
  if (engine === 'sqlite') return
  const tables = db as Kysely<Tables>
  if (await isDistributed(tables)) await distributeTable(tables, name as TableName, distribution)
  for (const key of foreignKeys) {
    // Citus needs a name for a key of a partitioned table; this is PostgreSQL's default.
    const columns = key.slice(1, key.indexOf(')')).replaceAll(', ', '_')
    const constraint = partitionedBy ? `constraint ${name}_${columns}_fkey ` : ''
    await sql.raw(`alter table ${name} add ${constraint}foreign key ${key}`).execute(db)
  }
}

export type Migration = { name: string; up(db: Kysely<unknown>, engine: Engine): Promise<void> }
