import { User } from '../../../../contract/accounts.ts'
import type { Context } from '../../../context.ts'
import { topicOf } from '../../../database/changes/topics.ts'
import { dateOfId } from '../../../ids.ts'
import { document } from '../../../platform/cache/document.ts'
import type { Settings } from '../../../platform/process/settings.ts'
import { avatarUrl } from '../../accounts/avatars.ts'
import { findMuted } from '../../accounts/blocks/queries.ts'
import { presentHandle } from '../../accounts/handles.ts'
import { findCurrentUsers } from '../../accounts/queries.ts'
import { countUnread } from '../../notifications/queries.ts'

export function ownAccountDocument({ db, cache, settings }: Context) {
  return document(cache, {
    schema: User,
    topic: topicOf.person,
    load: async (ids) => {
      const users = await findCurrentUsers(db.kysely, ids)
      const muted = await findMuted(db.kysely, 'mutes', ids)
      const blocked = await findMuted(db.kysely, 'blocks', ids)
      const unread = new Map<string, number>()
      for (const id of ids) unread.set(id, await countUnread(db.kysely, id))
      const present = ({ profile_id, ...user }: (typeof users)[number]): User => ({
        ...presentUser(settings, user),
        hasProfile: profile_id !== null,
        muted: muted.get(user.id) ?? [],
        blocked: blocked.get(user.id) ?? [],
        unread: unread.get(user.id) ?? 0,
      })
      return new Map(users.map((user) => [user.id, present(user)]))
    },
    dependsOn: ({ _id }) => [topicOf.role(_id), topicOf.mutesBy(_id), topicOf.notifications(_id)],
  })
}

type UserRow = Omit<Awaited<ReturnType<typeof findCurrentUsers>>[number], 'profile_id'>

/** Works while other nodes are unavailable, because every node has a copy of all users. */
export function presentUser(settings: Settings, user: UserRow): User {
  return {
    _id: user.id,
    name: user.name,
    handle: presentHandle(user.handle, user.id),
    email: user.email,
    avatar: avatarUrl(settings, user.avatar_hash),
    date: dateOfId(user.id),
    role: user.role,
    emailConfirmed: user.email_confirmed === 1,
  }
}
