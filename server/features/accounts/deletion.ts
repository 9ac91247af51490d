import type { Context } from '../../context.ts'
import { inBatches } from '../../database/batches.ts'
import type { Database, Queryable } from '../../database/database.ts'
import { profileAddedOrDeleted } from '../topics.ts'
import { requireActive } from './active-member.ts'
import { retireHandles } from './handles.ts'
import { lockPassword } from './queries.ts'
import { lockRoles, requireAnotherAdmin } from './roles.ts'
import { endSessions } from './sessions.ts'

// No email contains a space, so these keys are free.
const CLOSED = 'deleted '
const NOTHING_CLAIMED = { role_by_hand: null, code_host_account: null }
const AFTER_CLOSED = 'deleted!'

/** Texts are deleted afterwards, in batches that let others write. */
export async function closeAccount(db: Database, id: string): Promise<void> {
  await db.transaction(async (trx) => {
    await requireActive(trx, id)
    await lockRoles(trx)
    await lockPassword(trx, id)
    await requireAnotherAdmin(trx, id)
    await trx
      .updateTable('users')
      .set({ email: '', email_key: `${CLOSED}${id}`, password_hash: '', role: 'member', ...NOTHING_CLAIMED })
      .where('id', '=', id)
      .execute()
    await deleteSessionsAndProfile(trx, id)
  })
}

/** May be repeated after a crash, and run in several processes at once. */
export async function deleteClosedAccount({ db, accountDeletionSteps }: Context, id: string): Promise<void> {
  for (const deleteBatch of accountDeletionSteps) {
    await inBatches(() => db.transaction((trx) => deleteBatch(trx, id)))
  }
  await db.transaction(async (trx) => {
    await retireHandles(trx, id)
    // A changed unique column locks the row against new likes and comments.
    await trx
      .updateTable('users')
      .set({ email_key: `${CLOSED}${id} last` })
      .where('id', '=', id)
      .execute()
    for (const deleteBatch of accountDeletionSteps) {
      while (!(await deleteBatch(trx, id)).done);
    }
    await deleteSessionsAndProfile(trx, id)
    await retireHandles(trx, id)
    await trx.deleteFrom('users').where('id', '=', id).execute()
  })
}

export async function finishDeletions(context: Context): Promise<void> {
  const closed = await context.db.kysely
    .selectFrom('users')
    .select('id')
    .where('email_key', '>=', CLOSED)
    .where('email_key', '<', AFTER_CLOSED)
    .execute()
  for (const { id } of closed) await deleteClosedAccount(context, id)
}

async function deleteSessionsAndProfile(trx: Queryable, id: string): Promise<void> {
  await endSessions(trx, id)
  await trx.deleteFrom('profiles').where('user_id', '=', id).execute()
  profileAddedOrDeleted(trx, id)
}
