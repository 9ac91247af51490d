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
  /** Only few rows with files fit in memory at once. */
  hasFiles: boolean
}

type Schema = { key: string[]; parents: string[] }

/** Each table comes after those that it refers to. */
export async function copiedTables(db: Database): Promise<CopiedTable[]> {
  // Extensions may add views.
  const tables = await db.kysely.introspection.getTables()
  const found = tables.filter(({ name, isView }) => !isView && !isFullTextPart(name))
  const known: Record<string, Distribution> = DISTRIBUTION
  const unknown = found.find(({ name }) => !known[name])
  if (unknown) throw new Error(`The table ${unknown.name} is not in server/database/schema/tables.ts.`)
  const copied = found.filter(({ name }) => !('transient' in (known[name] ?? {})))
  const schemas = new Map<string, Schema>()
  for (const { name } of copied) schemas.set(name, await schemaOf(db, name))
  return parentsFirst(schemas).map((name) => {
    const columns = copied.find((table) => table.name === name)?.columns ?? []
    return {
      name: name as keyof Tables,
      key: schemas.get(name)?.key ?? [],
      // Sorted, because the checksum depends on the order and engines differ in it.
      columns: columns.map((column) => column.name).sort(),
      hasFiles: columns.some(({ dataType }) => /^(?:bytea|blob)$/i.test(dataType)),
    }
  })
}

async function schemaOf({ engine, kysely }: Database, table: string): Promise<Schema> {
  const [key, parents] = engine === 'sqlite' ? sqliteSchema(table) : postgresSchema(table)
  const read = async (query: typeof key) => (await query.execute(kysely)).rows.map(({ name }) => name)
  return { key: await read(key), parents: await read(parents) }
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

/** The order is the same on both engines. */
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
