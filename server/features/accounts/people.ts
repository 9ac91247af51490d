import { Person } from '../../../contract/accounts.ts'
import { isHandle } from '../../../contract/fields/handles.ts'
import type { Context } from '../../context.ts'
import type { Queryable } from '../../database/database.ts'
import { countRows } from '../../database/expressions.ts'
import { asId, dateOfId } from '../../ids.ts'
import { toJson } from '../../platform/cache/cached-response.ts'
import type { Serve } from '../../platform/http/handler.ts'
import { requireFound } from '../../platform/http/refusals.ts'
import { topicOf } from '../topics.ts'
import { visiblePosts } from '../visibility.ts'
import { findByHandles } from './handles.ts'
import { PERSON_NOT_FOUND } from './members/queries.ts'
import { avatarUrl, badgeOf, presentHandle } from './present.ts'

export function peopleRoutes(serve: Serve, context: Context): void {
  const idOf = async (idOrHandle: string): Promise<string | undefined> => {
    const handle = idOrHandle.toLowerCase()
    return isHandle(handle) ? findOwner(context, handle) : asId(idOrHandle)
  }

  serve('GET /api/people/:idOrHandle', async ({ params }) => {
    const id = requireFound(await idOf(params.idOrHandle), PERSON_NOT_FOUND)
    return requireFound(await cachedPerson(context, id), PERSON_NOT_FOUND)
  })
}

function cachedPerson({ db, cache, settings }: Context, id: string) {
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
      postCount: await countRows(visiblePosts(db.kysely).where('user_id', '=', id)),
    }
    return {
      body: toJson(Person, person),
      topics: [topicOf.person(id), topicOf.profile(id), topicOf.postsBy(id)],
    }
  })
}

export function findOwner({ db, cache }: Context, handle: string): Promise<string | undefined> {
  return cache.load(`handle ${handle}`, async () => {
    const value = (await findByHandles(db.kysely, [handle])).get(handle)
    return value === undefined ? undefined : { value, topics: [topicOf.person(value)] }
  })
}

export function findPerson(db: Queryable, id: string) {
  return db
    .selectFrom('users')
    .leftJoin('profiles', 'profiles.user_id', 'users.id')
    .select(['name', 'handle', 'avatar_hash', 'role', 'profiles.id as profile_id'])
    .where('users.id', '=', id)
    .where('email', '!=', '')
    .where('suspended_until', 'is', null)
    .executeTakeFirst()
}
