import { sql } from 'kysely'
import { StartError } from '../../start-error.ts'
import type { Queryable } from '../database.ts'
import { HOMES, type Home, type Tables } from './tables.ts'

export type TableName = keyof Tables
type Placed = { name: string; kind: string; column: string | null }

/** The first table of a home decides how its shards are spread; the others are placed beside it. */
const LEADERS = {
  'its post': 'posts',
  'its person': 'profiles',
  'its picture': 'pictures',
} as const satisfies Partial<Record<Home['at'], TableName>>

/**
 * Allows a transaction to write to reference tables, or to alter tables, after it has used distributed ones. Without
 * Citus the setting has no effect.
 */
export async function touchShardsInTurn(trx: Queryable): Promise<void> {
  await sql`select set_config('citus.multi_shard_modify_mode', 'sequential', true)`.execute(trx)
}

export async function hasCitus(db: Queryable): Promise<boolean> {
  const { rows } = await sql`select from pg_extension where extname = 'citus'`.execute(db)
  return rows.length > 0
}

/** Whether the tables have been spread over several nodes by Citus. */
export async function isDistributed(db: Queryable): Promise<boolean> {
  return (await hasCitus(db)) && (await placedTables(db)).some(({ kind }) => kind === 'distributed')
}

/** Tables that are not at their home yet. A table on the coordinator needs no placing. */
export async function tablesToPlace(db: Queryable, at: Home['at']): Promise<TableName[]> {
  const placed = new Map((await placedTables(db)).map((table) => [table.name, table]))
  return tablesAt(at).filter((name) => {
    const found = placed.get(name)
    if (!found || found.kind === 'local') return at !== 'the coordinator'
    requireHome(name, found)
    return false
  })
}

export function tablesAt(at: Home['at']): TableName[] {
  return Object.entries(HOMES).flatMap(([name, home]) => (home.at === at ? [name as TableName] : []))
}

/** Moves a table with its rows to its home. */
export async function placeTable(db: Queryable, name: TableName, home: Home = HOMES[name]): Promise<void> {
  if (home.at === 'everywhere') await sql`select create_reference_table(${name})`.execute(db)
  if (!('column' in home)) return
  const leader = LEADERS[home.at]
  const beside = name === leader ? 'none' : leader
  await sql`select create_distributed_table(${name}, ${home.column}, colocate_with => ${beside})`.execute(db)
}

async function placedTables(db: Queryable): Promise<Placed[]> {
  const { rows } = await sql<Placed>`
    select logicalrelid::text as name,
      case when partmethod = 'h' then 'distributed' when repmodel = 't' then 'reference' else 'local' end as kind,
      column_to_column_name(logicalrelid, partkey) as column
    from pg_dist_partition`.execute(db)
  return rows
}

/** Somebody may have distributed tables by hand. */
function requireHome(name: TableName, { kind, column }: Placed): void {
  const home = HOMES[name]
  const wanted = home.at === 'everywhere' ? 'reference' : 'column' in home ? 'distributed' : 'local'
  if (kind === wanted && (!('column' in home) || home.column === column)) return
  throw new StartError(
    `The table ${name} is a ${kind} table already${column ? ` by ${column}` : ''}, but its home is ${home.at}.`,
  )
}
