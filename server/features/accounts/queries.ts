import { hash } from 'node:crypto'
import { sql } from 'kysely'
import type { AccountChanges } from '../../../contract/accounts.ts'
import { picturePath } from '../../../contract/pictures.ts'
import type { Queryable } from '../../database/database.ts'
import { isOneOf } from '../../database/expressions.ts'
import { holdLock } from '../../database/named-lock.ts'
import { invalid } from '../../platform/http/refusals.ts'
import { queuePerson } from '../search-queue.ts'
import { personChanged } from '../topics.ts'
import { hasUploaded } from '../used-pictures.ts'

/** Gravatar hashes the same form. */
export function emailKey(email: string): string {
  return email.trim().normalize('NFC').toLowerCase()
}

export const avatarHash = (email: string) => hash('sha256', emailKey(email))

export function findUser(db: Queryable, id: string) {
  return db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst()
}

export async function isOpenAccount(db: Queryable, id: string): Promise<boolean> {
  const user = await db
    .selectFrom('users')
    .select('id')
    .where('id', '=', id)
    .where('email', '!=', '')
    .executeTakeFirst()
  return user !== undefined
}

export async function holdAccount(trx: Queryable, id: string): Promise<boolean> {
  await lockPassword(trx, id)
  return isOpenAccount(trx, id)
}

export function findCurrentUser(db: Queryable, id: string) {
  return db
    .selectFrom('users')
    .leftJoin('profiles', 'profiles.user_id', 'users.id')
    .select([
      'users.id',
      'name',
      'handle',
      'email',
      'avatar_hash',
      'role',
      'email_confirmed',
      'code_host_account',
    ])
    .select('profiles.id as profile_id')
    .where('users.id', '=', id)
    .executeTakeFirst()
}

export async function findNames(db: Queryable, ids: string[]): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('users')
    .select(['id', 'name'])
    .where(isOneOf(db, 'id', ids))
    .execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}

export function findUserByEmail(db: Queryable, email: string) {
  return db.selectFrom('users').selectAll().where('email_key', '=', emailKey(email)).executeTakeFirst()
}

export async function updateUser(trx: Queryable, id: string, changes: AccountChanges): Promise<boolean> {
  if (Object.keys(changes).length === 0) return true
  const { numUpdatedRows } = await trx
    .updateTable('users')
    .set(changes)
    .where('id', '=', id)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return false
  await queuePerson(trx, id)
  personChanged(trx, id)
  return true
}

export async function setEmail(
  trx: Queryable,
  id: string,
  email: string,
  isConfirmed: boolean,
): Promise<void> {
  await trx
    .updateTable('users')
    .set({
      email,
      email_key: emailKey(email),
      avatar_hash: sql<string>`case when avatar_hash like '/%' then avatar_hash else ${avatarHash(email)} end`,
      email_confirmed: isConfirmed ? 1 : 0,
    })
    .where('id', '=', id)
    .execute()
  personChanged(trx, id)
}

export async function setAvatar(trx: Queryable, userId: string, hash: string | null): Promise<boolean> {
  const user = await trx.selectFrom('users').select('email').where('id', '=', userId).executeTakeFirst()
  if (!user) return false
  if (hash !== null && !(await hasUploaded(trx, userId, hash))) {
    throw invalid({ msg: 'Url must be that of a picture you have uploaded', field: 'url' })
  }
  const { numUpdatedRows } = await trx
    .updateTable('users')
    .set({ avatar_hash: hash === null ? avatarHash(user.email) : picturePath(hash) })
    .where('id', '=', userId)
    .executeTakeFirst()
  personChanged(trx, userId)
  return numUpdatedRows > 0n
}

export async function setPassword(trx: Queryable, id: string, passwordHash: string): Promise<void> {
  await trx.updateTable('users').set({ password_hash: passwordHash }).where('id', '=', id).execute()
}

/** False if the verified password has changed. It cannot change until the transaction ends. */
export async function holdPassword(trx: Queryable, id: string, checked: string): Promise<boolean> {
  await lockPassword(trx, id)
  const user = await trx.selectFrom('users').select('password_hash').where('id', '=', id).executeTakeFirst()
  return user?.password_hash === checked
}

/** Locking the row would write to every node on Citus. */
export function lockPassword(trx: Queryable, id: string): Promise<void> {
  return holdLock(trx, `password:${id}`)
}
