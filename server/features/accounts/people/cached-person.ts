import { Person } from '../../../../contract/accounts.ts'
import type { Context } from '../../../context.ts'
import type { Queryable } from '../../../database/database.ts'
import { dateOfId } from '../../../ids.ts'
import { toJson } from '../../../platform/cache/to-json.ts'
import { topicOf } from '../../topics.ts'
import { visiblePosts } from '../../visibility.ts'
import { avatarUrl } from '../avatars.ts'
import { findByHandles, presentHandle } from '../handles.ts'
import { badgeOf } from '../roles.ts'

export function cachedPerson({ db, cache, settings }: Context, id: string) {
  return cache.response(`person ${id}`, async () => {
    const user = await findPerson(db.kysely, id)
    if (!user) return undefined
    const person: Person = {
      _id: id,
      name: user.name,
      handle: presentHandle(user.handle, id),
      avatar: avatarUrl(settings, user.avatar_hash),
      ...badgeOf(user.role),
      date: dateOfId(id),
      hasProfile: user.profile_id !== null,
      postCount: await countPosts(db.kysely, id),
    }
    return {
      body: toJson(Person, person),
      topics: [topicOf.person(id), topicOf.profile(id), topicOf.postsBy(id)],
    }
  })
}

/** The owner of a handle never changes, except that accounts are deleted. */
export function findOwner({ db, cache }: Context, handle: string): Promise<string | undefined> {
  return cache.load(`handle ${handle}`, async () => {
    const value = (await findByHandles(db.kysely, [handle])).get(handle)
    return value === undefined ? undefined : { value, topics: [topicOf.person(value)] }
  })
}

/** Accounts that are being deleted have no email. */
function findPerson(db: Queryable, id: string) {
  return db
    .selectFrom('users')
    .leftJoin('profiles', 'profiles.user_id', 'users.id')
    .select(['name', 'handle', 'avatar_hash', 'role', 'profiles.id as profile_id'])
    .where('users.id', '=', id)
    .where('email', '!=', '')
    .where('suspended_until', 'is', null)
    .executeTakeFirst()
}

async function countPosts(db: Queryable, userId: string): Promise<number> {
  const { count } = await visiblePosts(db)
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return Number(count)
}
