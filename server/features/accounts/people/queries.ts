import type { Queryable } from '../../../database/database.ts'
import { isShown } from '../../../database/hidden.ts'

/** Accounts that are being deleted have no email any more and are left out. */
export function findPeople(db: Queryable, ids: string[]) {
  return db
    .selectFrom('users')
    .leftJoin('profiles', 'profiles.user_id', 'users.id')
    .select(['users.id', 'name', 'handle', 'avatar_hash', 'role', 'profiles.id as profile_id'])
    .where('users.id', 'in', ids)
    .where('email', '!=', '')
    .where('suspended_until', 'is', null)
    .execute()
}

/** The number of posts of each user; users without any are left out. */
export async function countPosts(db: Queryable, userIds: string[]): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('posts')
    .select(['user_id', (select) => select.fn.countAll<number>().as('count')])
    .where('user_id', 'in', userIds)
    .where(isShown('posts'))
    .groupBy('user_id')
    .execute()
  return new Map(rows.map(({ user_id, count }) => [user_id, Number(count)]))
}
