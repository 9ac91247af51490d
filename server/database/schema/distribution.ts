import { sql } from 'kysely'
import { StartError } from '../../start-error.ts'
import type { Queryable } from '../database.ts'
import { DISTRIBUTION, type Distribution, type Group, type Tables } from './tables.ts'

export type TableName = keyof Tables
type CitusTable = { name: string; kind: string; column: string | null }

/** Without this, Citus refuses to alter tables after distributed ones were used in the transaction. */
export async function touchShardsInTurn(trx: Queryable): Promise<void> {
  await sql`select set_config('citus.multi_shard_modify_mode', 'sequential', true)`.execute(trx)
}

export async function hasCitus(db: Queryable): Promise<boolean> {
  const { rows } = await sql`select from pg_extension where extname = 'citus'`.execute(db)
  return rows.length > 0
}

export async function isDistributed(db: Queryable): Promise<boolean> {
  return (await hasCitus(db)) && (await citusTables(db)).some(({ kind }) => kind === 'distributed')
}

export async function tablesToDistribute(db: Queryable, group: Group): Promise<TableName[]> {
  const tables = new Map((await citusTables(db)).map((table) => [table.name, table]))
  return tablesIn(group).filter((name) => {
    const table = tables.get(name)
    if (!table || table.kind === 'local') return group !== 'local'
    requireDistribution(name, table)
    return false
  })
}

export function tablesIn(group: Group): TableName[] {
  return Object.entries(DISTRIBUTION).flatMap(([name, table]) =>
    table.group === group ? [name as TableName] : [],
  )
}

export async function distributeTable(
  db: Queryable,
  name: TableName,
  distribution: Distribution = DISTRIBUTION[name],
): Promise<void> {
  const { group } = distribution
  if (group === 'reference') await sql`select create_reference_table(${name})`.execute(db)
  if (!('column' in distribution)) return
  const other = name === group ? 'none' : group
  await sql`select create_distributed_table(${name}, ${distribution.column}, colocate_with => ${other})`.execute(
    db,
  )
}

async function citusTables(db: Queryable): Promise<CitusTable[]> {
  const { rows } = await sql<CitusTable>`
    select logicalrelid::text as name,
      case when partmethod = 'h' then 'distributed' when repmodel = 't' then 'reference' else 'local' end as kind,
      column_to_column_name(logicalrelid, partkey) as column
    from pg_dist_partition`.execute(db)
  return rows
}

function requireDistribution(name: TableName, { kind, column }: CitusTable): void {
  const expected = DISTRIBUTION[name]
  const expectedColumn = 'column' in expected ? expected.column : null
  const expectedKind = expectedColumn ? 'distributed' : expected.group
  if (kind === expectedKind && (!expectedColumn || expectedColumn === column)) return
  throw new StartError(
    `The table ${name} is a ${kind} table already${column ? ` by ${column}` : ''}, but must be a ${expectedKind} one${expectedColumn ? ` by ${expectedColumn}` : ''}.`,
  )
}
