import type { Queryable } from '../../database/database.ts'
import { isOneOf } from '../../database/expressions.ts'
import type { NotificationEvent } from '../notifications/notify.ts'
import type { ChangedMentions } from '../notifications/visibility.ts'

type Text = { post: string; comment: string | null }

export function mentionEvents(
  actor: string,
  { post, comment }: Text,
  mentioned: string[],
): NotificationEvent[] {
  const event = { kind: 'mention' as const, subject: comment ?? post, post, comment, actor }
  return mentioned.map((recipient) => ({ recipient, ...event }))
}

export function likeEvents(actor: string, post: string, author: string): NotificationEvent[] {
  return [{ recipient: author, kind: 'like', subject: post, post, comment: null, actor }]
}

type NewComment = {
  post: string
  id: string
  answered: { id: string; user_id: string } | undefined
  mentioned: string[]
  author: string
}

export function commentEvents(
  actor: string,
  { post, id, answered, mentioned, author }: NewComment,
): NotificationEvent[] {
  const event = { post, comment: id, actor }
  const replies = answered
    ? [{ ...event, recipient: answered.user_id, kind: 'reply' as const, subject: answered.id }]
    : []
  return [
    ...replies,
    ...mentionEvents(actor, { post, comment: id }, mentioned),
    { ...event, recipient: author, kind: 'comment', subject: post },
  ]
}

export async function editEvents(
  trx: Queryable,
  by: string,
  text: Text,
  { before, after, author }: { before: string[]; after: string[]; author: string | undefined },
): Promise<{ events: NotificationEvent[]; mentions: ChangedMentions }> {
  const subject = text.comment ?? text.post
  const earlier = new Set(before)
  const current = new Set(after)
  const removed = [...earlier.difference(current)].filter((id) => id !== author)
  const added = [...current.difference(earlier)]
  const notified = await findNotifiedOfMention(trx, by, subject, [...removed, ...added])
  return {
    events: mentionEvents(
      by,
      text,
      added.filter((id) => !notified.has(id)),
    ),
    mentions: {
      by,
      subject,
      removed: removed.filter((id) => notified.has(id)),
      restored: added.filter((id) => notified.has(id)),
    },
  }
}

async function findNotifiedOfMention(
  db: Queryable,
  by: string,
  subject: string,
  userIds: string[],
): Promise<Set<string>> {
  if (userIds.length === 0) return new Set()
  const rows = await db
    .selectFrom('notification_events')
    .select('user_id')
    .where('actor_id', '=', by)
    .where('subject_id', '=', subject)
    .where('kind', '=', 'mention')
    .where(isOneOf(db, 'user_id', userIds))
    .execute()
  return new Set(rows.map(({ user_id }) => user_id))
}
