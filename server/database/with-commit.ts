import type { CompiledQuery } from 'kysely'
import type { Queryable } from './database.ts'
import { run } from './prepared.ts'

const waiting = new WeakMap<Queryable, CompiledQuery[]>()

/**
 * For statements whose results nobody needs: over a network, they share the round trip of the commit, and others
 * wait less for the rows that they lock.
 */
export async function runWithCommit(trx: Queryable, query: CompiledQuery): Promise<void> {
  const queries = waiting.get(trx)
  if (queries) queries.push(query)
  else await run(trx, query)
}

export function collectQueries(trx: Queryable): CompiledQuery[] {
  const queries: CompiledQuery[] = []
  waiting.set(trx, queries)
  return queries
}
