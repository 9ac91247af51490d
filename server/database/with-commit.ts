import type { CompiledQuery } from 'kysely'
import type { Queryable } from './database.ts'

export async function runWithCommit(trx: Queryable, query: CompiledQuery): Promise<void> {
  await trx.executeQuery(query)
}
