import { randomBytes } from 'node:crypto'
import type { MailChanges, MailPreferences } from '../../../contract/notification-mail.ts'
import type { Queryable } from '../../database/database.ts'
import { nextMorning } from './morning.ts'

const DEFAULTS: MailPreferences = {
  comment: 'at-once',
  reply: 'at-once',
  mention: 'at-once',
  like: 'never',
  accepted: 'at-once',
  follow: 'daily',
  moderation: 'at-once',
  digest: 'daily',
  timeZone: 'UTC',
}

export async function findPreferences(db: Queryable, userId: string): Promise<MailPreferences> {
  const row = await db
    .selectFrom('mail_preferences')
    .select(['choices', 'time_zone'])
    .where('user_id', '=', userId)
    .executeTakeFirst()
  if (!row) return DEFAULTS
  return { ...DEFAULTS, ...JSON.parse(row.choices), timeZone: row.time_zone }
}

export async function changePreferences(
  trx: Queryable,
  userId: string,
  { timeZone, ...changes }: MailChanges,
): Promise<void> {
  await addPreferences(trx, userId)
  // An update to the same value locks the row.
  const row = await trx
    .updateTable('mail_preferences')
    .set(({ ref }) => ({ user_id: ref('user_id') }))
    .where('user_id', '=', userId)
    .returning(['choices', 'time_zone'])
    .executeTakeFirstOrThrow()
  const choices = JSON.stringify({ ...JSON.parse(row.choices), ...changes })
  const hasMoved = timeZone !== undefined && timeZone !== row.time_zone
  await trx
    .updateTable('mail_preferences')
    .set({ choices, ...(hasMoved && { time_zone: timeZone, digest_at: nextMorning(Date.now(), timeZone) }) })
    .where('user_id', '=', userId)
    .execute()
}

export async function addPreferences(trx: Queryable, userId: string): Promise<void> {
  await trx
    .insertInto('mail_preferences')
    .values({ user_id: userId })
    .onConflict((conflict) => conflict.column('user_id').doNothing())
    .execute()
}

export async function findOrCreateMailToken(trx: Queryable, userId: string): Promise<string> {
  await addPreferences(trx, userId)
  const token = randomBytes(24).toString('base64url')
  await trx
    .updateTable('mail_preferences')
    .set({ token })
    .where('user_id', '=', userId)
    .where('token', 'is', null)
    .execute()
  const row = await trx
    .selectFrom('mail_preferences')
    .select('token')
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return row.token ?? token
}
