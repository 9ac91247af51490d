import { type Kysely, sql } from 'kysely'
import { newId } from '../../../../ids.ts'
import type { Engine } from '../../../database.ts'
import { schemaTools } from '../../create-table.ts'

export const name = '034-connected-identities'

export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const { id, time, run } = schemaTools(db, engine)
  await run(
    `alter table identities add column id ${id}`,
    'alter table identities add column email text',
    `alter table identities add column connected_at ${time}`,
  )
  const { rows } = await sql<{ issuer: string; subject: string }>`
    select issuer, subject from identities`.execute(db)
  for (const { issuer, subject } of rows) {
    await sql`update identities set id = ${newId()}
      where issuer = ${issuer} and subject = ${subject}`.execute(db)
  }
  await run(
    'create unique index identities_by_id on identities (id)',
    `alter table sessions add column identity_id ${id}`,
  )
}
