import { recordChanges } from '../database/changes/changes.ts'
import type { Queryable } from '../database/database.ts'

export const topicOf = {
  site: () => 'site',
  session: (tokenHash: string) => `session:${tokenHash}`,
  role: (userId: string) => `role:${userId}`,
  person: (userId: string) => `user:${userId}`,
  profile: (userId: string) => `profile:${userId}`,
  profiles: () => 'profiles',
  mutesBy: (userId: string) => `mutes-by:${userId}`,
  notifications: (userId: string) => `notifications:${userId}`,
  posts: () => 'posts',
  postsBy: (userId: string) => `posts-of:${userId}`,
  questions: () => 'questions',
  tag: (tag: string) => `tag:${tag}`,
  post: (id: string) => `post:${id}`,
}

// Each function records all topics of a change; those of posts are in posts/changes.ts.

export const siteChanged = (trx: Queryable) => recordChanges(trx, topicOf.site())

export const sessionsEnded = (trx: Queryable, sessions: { token_hash: string }[]) =>
  recordChanges(trx, ...sessions.map(({ token_hash }) => topicOf.session(token_hash)))

export const personChanged = (trx: Queryable, ...userIds: string[]) =>
  recordChanges(trx, ...userIds.map(topicOf.person))

export const roleChanged = (trx: Queryable, userId: string) =>
  recordChanges(trx, topicOf.role(userId), topicOf.person(userId))

export const profileEdited = (trx: Queryable, userId: string) => recordChanges(trx, topicOf.profile(userId))

export const profileAddedOrDeleted = (trx: Queryable, userId: string) =>
  recordChanges(trx, topicOf.profiles(), topicOf.profile(userId), topicOf.person(userId))

export const suspensionChanged = (trx: Queryable, userId: string) =>
  recordChanges(
    trx,
    topicOf.person(userId),
    topicOf.role(userId),
    topicOf.profile(userId),
    topicOf.profiles(),
  )

export const mutesChanged = (trx: Queryable, ...userIds: string[]) =>
  recordChanges(trx, ...userIds.map(topicOf.mutesBy))

export const notificationsChanged = (trx: Queryable, recipients: { user_id: string }[]) =>
  recordChanges(trx, ...recipients.map(({ user_id }) => topicOf.notifications(user_id)))

export const likeEvent = (postId: string) => `event:like:${postId}`

// Thousands of events to thousands of streams would cost too much.
const MAX_EVENTS_AT_ONCE = 20

type Subject = { post: string; comment?: string | undefined }

export function changedEvents(subjects: Subject[]): string[] {
  return newest(subjects).map(({ post, comment }) =>
    comment ? `event:comment:${post}:${comment}` : `event:post:${post}`,
  )
}

export function goneEvents(subjects: Subject[]): string[] {
  return newest(subjects).map(({ post, comment }) => `event:gone:${comment ? `${post}:${comment}` : post}`)
}

function newest(subjects: Subject[]): Subject[] {
  const idOf = ({ post, comment }: Subject) => comment ?? post
  return subjects.toSorted((a, b) => (idOf(a) < idOf(b) ? 1 : -1)).slice(0, MAX_EVENTS_AT_ONCE)
}

export const STREAMED_KINDS = ['event', 'notifications', 'session', 'role'] as const
