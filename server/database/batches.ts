import { setImmediate } from 'node:timers/promises'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from './database.ts'
import type { Tables } from './schema/tables.ts'

export const BATCH = 200

let last: Promise<unknown> = Promise.resolve()

/** Runs one at a time, and lets waiting requests run first. */
export function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  const turn = last.then(() => setImmediate()).then(work)
  last = turn.catch(() => {})
  return turn
}

export async function inBatches(runBatch: () => Promise<{ done: boolean }>): Promise<void> {
  while (!(await inTurn(runBatch)).done);
}

export async function deleteInBatches(
  db: Database,
  table: keyof Tables,
  key: string,
  condition: RawBuilder<unknown>,
): Promise<void> {
  await inBatches(() =>
    db.transaction(async (trx) => {
      const { numAffectedRows = 0n } = await sql`
        delete from ${sql.table(table)} where ${sql.ref(key)} in (
          select ${sql.ref(key)} from ${sql.table(table)} where ${condition} limit ${sql.lit(BATCH)}
        )`.execute(trx)
      return { done: numAffectedRows < BATCH }
    }),
  )
}
