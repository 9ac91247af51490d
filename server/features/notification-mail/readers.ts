import type { Queryable } from '../../database/database.ts'

/** Whoever has used the page within this time has seen on it what a mail would tell. */
export const AWAY = 5 * 60_000

/** Someone who can get mail, and when they were last on the page; undefined for everyone else. */
export async function findReader(db: Queryable, userId: string) {
  const user = await db
    .selectFrom('users')
    .select(['id', 'email', 'name'])
    .where('id', '=', userId)
    .where('email', '!=', '')
    // Anyone can register with the address of somebody else.
    .where('email_confirmed', '=', 1)
    .where('suspended_until', 'is', null)
    .executeTakeFirst()
  if (!user) return undefined
  const { seen } = await db
    .selectFrom('sessions')
    .select((select) => select.fn.max('last_used_at').as('seen'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return { ...user, seenAt: Number(seen ?? 0) }
}
