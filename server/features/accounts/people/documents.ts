import { Person } from '../../../../contract/accounts.ts'
import type { Context } from '../../../context.ts'
import { topicOf } from '../../../database/changes/topics.ts'
import type { Queryable } from '../../../database/database.ts'
import { isOneOf } from '../../../database/expressions.ts'
import { dateOfId } from '../../../ids.ts'
import { document } from '../../../platform/cache/document.ts'
import { lookup } from '../../../platform/cache/lookup.ts'
import { visiblePosts } from '../../visibility/visible.ts'
import { avatarUrl } from '../avatars.ts'
import { findByHandles, presentHandle } from '../handles.ts'
import { badgeOf } from '../roles.ts'

export function personDocument({ db, cache, settings }: Context) {
  return document(cache, {
    schema: Person,
    topic: topicOf.person,
    load: (ids) =>
      db.snapshot(async (trx) => {
        const people = await findPeople(trx, ids)
        const counts = await countPosts(trx, ids)
        return new Map(
          people.map(({ id, name, handle, avatar_hash, role, profile_id }) => [
            id,
            {
              _id: id,
              name,
              handle: presentHandle(handle, id),
              avatar: avatarUrl(settings, avatar_hash),
              ...badgeOf(role),
              date: dateOfId(id),
              hasProfile: profile_id !== null,
              postCount: counts.get(id) ?? 0,
            },
          ]),
        )
      }),
    dependsOn: ({ _id }) => [topicOf.profile(_id), topicOf.postsBy(_id)],
  })
}

/** The owner of a handle never changes, except that accounts are deleted. */
export function handleFinder({ db, cache }: Context): (handle: string) => Promise<string | undefined> {
  return lookup(cache, {
    load: async (handle) => (await findByHandles(db.kysely, [handle])).get(handle),
    dependsOn: (_handle, userId) => [topicOf.person(userId)],
  })
}

/** Accounts that are being deleted have no email. */
function findPeople(db: Queryable, ids: string[]) {
  return db
    .selectFrom('users')
    .leftJoin('profiles', 'profiles.user_id', 'users.id')
    .select(['users.id', 'name', 'handle', 'avatar_hash', 'role', 'profiles.id as profile_id'])
    .where(isOneOf(db, 'users.id', ids))
    .where('email', '!=', '')
    .where('suspended_until', 'is', null)
    .execute()
}

async function countPosts(db: Queryable, userIds: string[]): Promise<Map<string, number>> {
  const rows = await visiblePosts(db)
    .select(['user_id', (select) => select.fn.countAll<number>().as('count')])
    .where(isOneOf(db, 'user_id', userIds))
    .groupBy('user_id')
    .execute()
  return new Map(rows.map(({ user_id, count }) => [user_id, Number(count)]))
}
