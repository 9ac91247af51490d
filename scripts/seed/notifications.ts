import type { Insertable } from 'kysely'
import type { NotificationKind } from '../../contract/notifications.ts'
import type { Tables } from '../../server/database/schema/tables.ts'
import { idAt } from '../../server/ids.ts'

type Row<Table extends keyof Tables> = Insertable<Tables[Table]>

type Written = {
  posts: Row<'posts'>[]
  comments: Row<'comments'>[]
  likes: Row<'likes'>[]
  follows_people: Row<'follows_people'>[]
}

type NotificationEvent = {
  kind: NotificationKind
  subject_id: string
  post_id: string | null
  comment_id: string | null
  actor_id: string
  id: string
}

const READ_UNTIL = 2 * 24 * 60 * 60_000

export function notificationsOf(userId: string, written: Written, now: number) {
  const events = eventsFor(userId, written).filter(({ actor_id }) => actor_id !== userId)
  const lastVisit = idAt(now - READ_UNTIL)
  const groups = Map.groupBy(events, ({ kind, subject_id, id }) => `${kind} ${subject_id} ${id < lastVisit}`)
  const rows = [...groups.values()].flatMap((group) => {
    const sorted = group.toSorted((a, b) => (a.id < b.id ? -1 : 1))
    const first = sorted[0]
    const last = sorted.at(-1)
    if (!first || !last) return []
    const { kind, subject_id, post_id } = first
    const read = last.id < lastVisit ? 1 : 0
    const key = { user_id: userId, kind, subject_id }
    return {
      notification: { ...key, id: first.id, position: last.id, post_id, count: sorted.length, read },
      events: sorted.map(({ id, actor_id, comment_id }) => ({
        ...key,
        notification_id: first.id,
        id,
        actor_id,
        comment_id,
      })),
    }
  })
  return {
    notifications: rows.map(({ notification }) => notification),
    notification_events: rows.flatMap(({ events }) => events),
  }
}

function eventsFor(userId: string, { posts, comments, likes, follows_people }: Written): NotificationEvent[] {
  const authors = new Map(posts.map(({ id, user_id }) => [id, user_id]))
  const ownComments = new Set(comments.filter(({ user_id }) => user_id === userId).map(({ id }) => id))
  const isMine = (postId: string) => authors.get(postId) === userId
  return [
    ...likes
      .filter(({ post_id }) => isMine(post_id))
      .map(({ post_id, user_id, id }) => ({
        kind: 'like' as const,
        subject_id: post_id,
        post_id,
        comment_id: null,
        actor_id: user_id,
        id,
      })),
    ...comments
      .filter(({ post_id, parent_id }) => isMine(post_id) || ownComments.has(parent_id ?? ''))
      .map(({ id, post_id, user_id, parent_id }) => ({
        ...(parent_id && ownComments.has(parent_id)
          ? { kind: 'reply' as const, subject_id: parent_id }
          : { kind: 'comment' as const, subject_id: post_id }),
        post_id,
        comment_id: id,
        actor_id: user_id,
        id,
      })),
    ...comments
      .filter(({ id, accepted }) => accepted === 1 && ownComments.has(id))
      .map(({ id, post_id }) => ({
        kind: 'accepted' as const,
        subject_id: id,
        post_id,
        comment_id: id,
        actor_id: authors.get(post_id) ?? '',
        id: fiveMinutesLater(id),
      })),
    ...follows_people
      .filter(({ other_id }) => other_id === userId)
      .map(({ user_id, id }) => ({
        kind: 'follow' as const,
        subject_id: userId,
        post_id: null,
        comment_id: null,
        actor_id: user_id,
        id,
      })),
  ]
}

function fiveMinutesLater(id: string): string {
  const at = Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16)
  return idAt(at + 5 * 60_000)
}
