import { sql } from 'kysely'
import type { Registration } from '../../contract/accounts.ts'
import { recordChanges } from '../database/changes.ts'
import type { Queryable } from '../database/database.ts'
import { newId } from '../ids.ts'
import { avatarHash, emailKey } from './avatars.ts'

export async function createUser(trx: Queryable, { name, email }: Registration, passwordHash: string) {
  const id = newId()
  await trx
    .insertInto('users')
    .values({
      id,
      name,
      email,
      email_key: emailKey(email),
      avatar_hash: avatarHash(email),
      password_hash: passwordHash,
    })
    .execute()
  return id
}

export function findUser(db: Queryable, id: string) {
  return db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst()
}

/** The user with whether there is a profile, for the user's own eyes. */
export function findCurrentUser(db: Queryable, id: string) {
  return db
    .selectFrom('users')
    .leftJoin('profiles', 'profiles.user_id', 'users.id')
    .select(['users.id', 'name', 'email', 'avatar_hash', 'profiles.id as profile_id'])
    .where('users.id', '=', id)
    .executeTakeFirst()
}

export function findUserByEmail(db: Queryable, email: string) {
  return db.selectFrom('users').selectAll().where('email_key', '=', emailKey(email)).executeTakeFirst()
}

/**
 * Sets the password, unless it is no longer the one that was checked: checking takes a while. False then, and
 * where the account has gone. Setting the same one holds it as it is until the transaction ends.
 */
export async function setPassword(
  trx: Queryable,
  id: string,
  checked: string,
  next: string,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('users')
    .set({ password_hash: next })
    .where('id', '=', id)
    .where('password_hash', '=', checked)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

// SQL takes a bounded number of parameters.
const BATCH = 500

/** Deletes the user with all that is theirs, and keeps the counts of others' posts exact. */
export async function deleteUser(trx: Queryable, id: string): Promise<void> {
  // Giving up the unique email locks the row against new likes and comments until the commit.
  await trx
    .updateTable('users')
    .set({ email_key: `deleted ${id}` })
    .where('id', '=', id)
    .execute()
  const likes = await trx.deleteFrom('likes').where('user_id', '=', id).returning('post_id').execute()
  const comments = await trx.deleteFrom('comments').where('user_id', '=', id).returning('post_id').execute()
  await subtract(trx, 'like_count', likes)
  await subtract(trx, 'comment_count', comments)
  await trx.deleteFrom('users').where('id', '=', id).execute()
  await recordChanges(trx, 'all')
}

async function subtract(
  trx: Queryable,
  column: 'like_count' | 'comment_count',
  rows: { post_id: string }[],
): Promise<void> {
  const byCount = Map.groupBy(
    Map.groupBy(rows, (row) => row.post_id),
    ([, ofPost]) => ofPost.length,
  )
  for (const [count, posts] of byCount) {
    // In one order everywhere, so that two deletions do not wait for each other.
    const ids = posts.map(([id]) => id).sort()
    for (let start = 0; start < ids.length; start += BATCH) {
      await trx
        .updateTable('posts')
        .set({ [column]: sql`${sql.ref(column)} - ${count}` })
        .where('id', 'in', ids.slice(start, start + BATCH))
        .execute()
    }
  }
}
