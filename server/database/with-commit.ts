import type { CompiledQuery } from 'kysely'
import type { Queryable } from './database.ts'
import { run } from './prepared.ts'

const waiting = new WeakMap<Queryable, CompiledQuery[]>()

/** For rows that many transactions change: over a network, the wait for the commit would include a round trip. */
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
