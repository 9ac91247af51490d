import { HANDLES_IN_WINDOW, HANDLES_WINDOW } from '../../../contract/limits.ts'
import { BATCH, inBatches } from '../../database/batches.ts'
import type { Database, Queryable } from '../../database/database.ts'
import { isOneOf } from '../../database/expressions.ts'
import { invalid, tooMany } from '../../platform/http/refusals.ts'
import type { Settings } from '../../platform/process/settings.ts'
import { personChanged } from '../topics.ts'
import { countIn, type Limit } from './attempts.ts'
import { alternativesTo, handleFromName } from './handle-from-name.ts'

// Write to `handles` before `users`: a write on Citus locks the whole table, so another order could deadlock.

const NEW_HANDLES: Limit = { kind: 'handles', max: HANDLES_IN_WINDOW, window: HANDLES_WINDOW }

async function claim(trx: Queryable, handle: string, userId: string): Promise<boolean> {
  const claimed = await trx
    .insertInto('handles')
    .values({ handle, user_id: userId })
    .onConflict((conflict) => conflict.column('handle').doNothing())
    .returning('handle')
    .executeTakeFirst()
  return claimed !== undefined
}

export async function claimAnyHandle(trx: Queryable, preferred: string, userId: string): Promise<string> {
  if (await claim(trx, preferred, userId)) return preferred
  for (;;) {
    const alternatives = alternativesTo(preferred)
    const rows = await trx
      .selectFrom('handles')
      .select('handle')
      .where(isOneOf(trx, 'handle', alternatives, 'text'))
      .execute()
    const taken = new Set(rows.map(({ handle }) => handle))
    for (const handle of alternatives.filter((handle) => !taken.has(handle))) {
      if (await claim(trx, handle, userId)) return handle
    }
  }
}

export async function requireHandle(
  trx: Queryable,
  { rateLimit }: Settings,
  handle: string,
  userId: string,
): Promise<void> {
  if (await claim(trx, handle, userId)) {
    const retryAfter = rateLimit && (await countIn(trx, [{ limit: NEW_HANDLES, subject: userId }]))
    if (retryAfter) throw tooMany(retryAfter)
    return
  }
  const owner = (await findByHandles(trx, [handle])).get(handle)
  if (owner !== userId) throw invalid({ msg: 'Handle is taken', field: 'handle' })
}

export async function findByHandles(db: Queryable, handles: string[]): Promise<Map<string, string>> {
  if (handles.length === 0) return new Map()
  const rows = await db
    .selectFrom('handles')
    .select(['handle', 'user_id'])
    .where(isOneOf(db, 'handle', handles, 'text'))
    .execute()
  return new Map(rows.flatMap(({ handle, user_id }) => (user_id ? [[handle, user_id]] : [])))
}

/** Handles of deleted accounts stay reserved: links in old texts must not lead to someone else. */
export async function retireHandles(trx: Queryable, userId: string): Promise<void> {
  await trx.updateTable('handles').set({ user_id: null }).where('user_id', '=', userId).execute()
}

/** An earlier version, still running in another process, creates accounts without handles. */
export async function giveHandles(db: Database): Promise<void> {
  await inBatches(() => db.transaction(giveHandleBatch))
}

export async function giveHandleBatch(trx: Queryable): Promise<{ done: boolean }> {
  const users = await trx
    .selectFrom('users')
    .select(['id', 'name'])
    .where('handle', 'is', null)
    .orderBy('id')
    .limit(BATCH)
    .execute()
  const claimed: { id: string; handle: string }[] = []
  for (const { id, name } of users) {
    claimed.push({ id, handle: await claimAnyHandle(trx, handleFromName(name), id) })
  }
  for (const { id, handle } of claimed) {
    const { numUpdatedRows } = await trx
      .updateTable('users')
      .set({ handle })
      .where('id', '=', id)
      .where('handle', 'is', null)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) await trx.deleteFrom('handles').where('handle', '=', handle).execute()
  }
  personChanged(trx, ...users.map(({ id }) => id))
  return { done: users.length < BATCH }
}
