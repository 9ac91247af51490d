import { inBatches } from '../database/batches.ts'
import { recordChanges, type Topic } from '../database/changes.ts'
import type { Database, Queryable } from '../database/database.ts'
import { deleteEntries, deletePostsOf } from '../database/deletion.ts'

// Stands where the email was. No email has a blank, so it collides with none, and tells which accounts are
// closed but not yet deleted: whoever finds one finishes it.
const CLOSED = 'deleted '
const AFTER_CLOSED = 'deleted!'

/**
 * The first step of a deletion: from now on nobody is signed in, the email is free and the profile is gone. All
 * that the account wrote follows in batches, so that others can read and write meanwhile.
 */
export async function closeAccount(db: Database, id: string): Promise<void> {
  await db.transaction(async (trx) => {
    await trx
      .updateTable('users')
      .set({ email: '', email_key: `${CLOSED}${id}`, password_hash: '' })
      .where('id', '=', id)
      .execute()
    await recordChanges(trx, ...(await deletePersonal(trx, id)))
  })
}

/** The other steps. They may be taken again after a crash, and by several processes at once. */
export async function deleteClosedAccount(db: Database, id: string): Promise<void> {
  await inBatches(() => db.transaction((trx) => deletePostsOf(trx, id)))
  await inBatches(() => db.transaction((trx) => deleteEntries(trx, 'comments', 'user_id', id)))
  await inBatches(() => db.transaction((trx) => deleteEntries(trx, 'likes', 'user_id', id)))
  await db.transaction((trx) => deleteUser(trx, id))
}

/** Finishes what a process that ended in the middle has left. */
export async function finishDeletions(db: Database): Promise<void> {
  const closed = await db.kysely
    .selectFrom('users')
    .select('id')
    .where('email_key', '>=', CLOSED)
    .where('email_key', '<', AFTER_CLOSED)
    .execute()
  for (const { id } of closed) await deleteClosedAccount(db, id)
}

/** Deletes the user with what requests that were under way may still have written. */
async function deleteUser(trx: Queryable, id: string): Promise<void> {
  // Changing a unique column locks the row against new likes and comments until the commit.
  await trx
    .updateTable('users')
    .set({ email_key: `${CLOSED}${id} last` })
    .where('id', '=', id)
    .execute()
  while (!(await deletePostsOf(trx, id)).done);
  while (!(await deleteEntries(trx, 'comments', 'user_id', id)).done);
  while (!(await deleteEntries(trx, 'likes', 'user_id', id)).done);
  const topics = await deletePersonal(trx, id)
  await trx.deleteFrom('users').where('id', '=', id).execute()
  await recordChanges(trx, ...topics)
}

/** Deletes sessions and profile, and tells what has changed with them. */
async function deletePersonal(trx: Queryable, id: string): Promise<Topic[]> {
  const sessions = await trx
    .deleteFrom('sessions')
    .where('user_id', '=', id)
    .returning('token_hash')
    .execute()
  const profiles = await trx.deleteFrom('profiles').where('user_id', '=', id).returning('id').execute()
  return [
    `user:${id}`,
    ...sessions.map(({ token_hash }): Topic => `session:${token_hash}`),
    ...profiles.flatMap((): Topic[] => ['profiles', `profile:${id}`]),
  ]
}
