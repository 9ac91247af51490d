import { sql } from 'kysely'
import type { Database } from '../server/database/database.ts'

type Index = { name: string; definition: string }

/** Building indexes afterwards is faster than maintaining them. */
export async function withoutIndexes(db: Database, work: () => Promise<void>): Promise<void> {
  const indexes = await findIndexes(db)
  await db.transaction(async (trx) => {
    for (const { name } of indexes) await sql`drop index ${sql.ref(name)}`.execute(trx)
  })
  await work()
  await db.transaction(async (trx) => {
    for (const { definition } of indexes) await sql.raw(definition).execute(trx)
  })
}

async function findIndexes({ engine, kysely }: Database): Promise<Index[]> {
  const query =
    engine === 'sqlite'
      ? sql<Index>`select name, sql as definition from sqlite_master where type = 'index' and sql is not null`
      : sql<Index>`select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index
          where indrelid::regclass::text in (select tablename from pg_tables where schemaname = 'public')
            and not exists (select from pg_constraint where conindid = indexrelid)
            and not exists (select from pg_class where oid = indrelid and (relkind = 'p' or relispartition))`
  return (await query.execute(kysely)).rows
}
