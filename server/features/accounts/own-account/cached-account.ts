import { type Selectable, sql } from 'kysely'
import { User } from '../../../../contract/accounts.ts'
import { UNREAD_COUNTED } from '../../../../contract/limits.ts'
import type { Context } from '../../../context.ts'
import type { Queryable } from '../../../database/database.ts'
import type { Tables } from '../../../database/schema/tables.ts'
import { dateOfId } from '../../../ids.ts'
import { toJson } from '../../../platform/cache/cached-response.ts'
import type { Member } from '../../../platform/http/caller.ts'
import { badToken } from '../../../platform/http/refusals.ts'
import type { Settings } from '../../../platform/process/settings.ts'
import { topicOf } from '../../topics.ts'
import { visibleNotifications } from '../../visibility.ts'
import { findMuted } from '../blocks/queries.ts'
import { avatarUrl, presentHandle, provedUsername } from '../present.ts'
import { findCurrentUser } from '../queries.ts'

export async function requireCachedAccount({ db, cache, settings }: Context, { id, mustConfirm }: Member) {
  const key = `account ${mustConfirm ? 'to confirm ' : ''}${id}`
  const response = await cache.response(key, async () => {
    const user = await findCurrentUser(db.kysely, id)
    if (!user) return undefined
    const account: User = {
      ...presentUser(settings, user),
      hasProfile: user.profile_id !== null,
      muted: await findMuted(db.kysely, 'mutes', id),
      blocked: await findMuted(db.kysely, 'blocks', id),
      unread: await countUnread(db.kysely, id),
      ...(mustConfirm && { mustConfirm }),
    }
    const topics = [topicOf.person(id), topicOf.role(id), topicOf.mutesBy(id), topicOf.notifications(id)]
    return { body: toJson(User, account), topics }
  })
  if (!response) throw badToken()
  return response
}

type UserRow = Pick<
  Selectable<Tables['users']>,
  'id' | 'name' | 'handle' | 'email' | 'avatar_hash' | 'role' | 'email_confirmed' | 'code_host_account'
>

export function presentUser(settings: Settings, user: UserRow): User {
  const githubusername = provedUsername(settings, user.code_host_account)
  return {
    _id: user.id,
    name: user.name,
    handle: presentHandle(user.handle, user.id),
    email: user.email,
    avatar: avatarUrl(settings, user.avatar_hash),
    date: dateOfId(user.id),
    role: user.role,
    emailConfirmed: user.email_confirmed === 1,
    ...(githubusername !== undefined && { githubusername }),
  }
}

export async function countUnread(db: Queryable, userId: string): Promise<number> {
  const unread = visibleNotifications(db, userId)
    .select('id')
    .where(sql<boolean>`read = 0`)
    .limit(UNREAD_COUNTED)
  return (await unread.execute()).length
}
