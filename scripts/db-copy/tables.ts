import { sql } from 'kysely'
import type { Database } from '../../server/database/database.ts'
import {
  DISTRIBUTION,
  type Distribution,
  isFullTextPart,
  type Tables,
} from '../../server/database/schema/tables.ts'

export type CopiedTable = {
  name: keyof Tables
  key: string[]
  columns: string[]
  /** Rows with files are read in smaller batches to fit in memory. */
  hasFiles: boolean
}

type Schema = { key: string[]; parents: string[] }

export async function copiedTables(db: Database): Promise<CopiedTable[]> {
  // Extensions may add views.
  const tablesAndViews = await db.kysely.introspection.getTables()
  const tables = tablesAndViews.filter(({ name, isView }) => !isView && !isFullTextPart(name))
  const distributions: Record<string, Distribution> = DISTRIBUTION
  const unknown = tables.find(({ name }) => !distributions[name])
  if (unknown) throw new Error(`The table ${unknown.name} is not in server/database/schema/tables.ts.`)
  const copied = tables.filter(({ name }) => !('transient' in (distributions[name] ?? {})))
  const schemas = new Map<string, Schema>()
  for (const { name } of copied) schemas.set(name, await schemaOf(db, name))
  return parentsFirst(schemas).map((name) => {
    const columns = copied.find((table) => table.name === name)?.columns ?? []
    return {
      name: name as keyof Tables,
      key: schemas.get(name)?.key ?? [],
      // Sorted because the checksum depends on the order, which differs between engines.
      columns: columns.map((column) => column.name).sort(),
      hasFiles: columns.some(({ dataType }) => /^(?:bytea|blob)$/i.test(dataType)),
    }
  })
}

async function schemaOf({ engine, kysely }: Database, table: string): Promise<Schema> {
  const [key, parents] = engine === 'sqlite' ? sqliteSchema(table) : postgresSchema(table)
  const namesFrom = async (query: typeof key) => (await query.execute(kysely)).rows.map(({ name }) => name)
  return { key: await namesFrom(key), parents: await namesFrom(parents) }
}

function sqliteSchema(table: string) {
  return [
    sql<{ name: string }>`select name from pragma_table_info(${table}) where pk > 0 order by pk`,
    sql<{ name: string }>`select "table" as name from pragma_foreign_key_list(${table})`,
  ] as const
}

function postgresSchema(table: string) {
  return [
    sql<{ name: string }>`
      select attname::text as name from pg_index join pg_attribute on attrelid = indrelid and attnum = any (indkey)
      where indisprimary and indrelid = ${table}::regclass order by array_position(indkey::int[], attnum::int)`,
    sql<{ name: string }>`
      select confrelid::regclass::text as name from pg_constraint
      where contype = 'f' and conrelid = ${table}::regclass`,
  ] as const
}

function parentsFirst(schemas: Map<string, Schema>): string[] {
  const ordered = new Set<string>()
  const visit = (name: string) => {
    const { parents } = schemas.get(name) ?? { parents: [] }
    for (const parent of parents.toSorted()) if (parent !== name && !ordered.has(parent)) visit(parent)
    ordered.add(name)
  }
  for (const name of [...schemas.keys()].toSorted()) visit(name)
  return [...ordered]
}
