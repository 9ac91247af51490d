import type { Context } from '../../context.ts'
import type { Queryable } from '../../database/database.ts'
import { lookup } from '../../platform/cache/lookup.ts'
import type { NotificationEvent } from '../notifications/notify.ts'
import { recipientFilter } from '../notifications/recipient-filter.ts'
import type { ChangedMentions } from '../notifications/visibility.ts'
import { findAuthorOfPost } from './queries.ts'

type Text = { post: string; comment: string | null }

type NewComment = {
  post: string
  id: string
  parent?: { id: string; user_id: string } | undefined
  mentioned: string[]
}

export function postRecipients(context: Context) {
  // Authors never change, so this depends on nothing.
  const findAuthor = lookup(context.cache, {
    load: async (postId) => (await findAuthorOfPost(context.db.kysely, postId))?.user_id,
    dependsOn: () => [],
  })
  const filter = recipientFilter(context)

  const mentions = (actor: string, { post, comment }: Text, people: string[]): NotificationEvent[] => {
    const event = { kind: 'mention' as const, subject: comment ?? post, post, comment, actor }
    return people.map((recipient) => ({ recipient, ...event }))
  }

  const ofEdit = async (
    by: string,
    { post, comment }: Text,
    { before, after }: { before: string[]; after: string[] },
  ): Promise<{ events: NotificationEvent[]; mentions: ChangedMentions }> => {
    const subject = comment ?? post
    const [earlier, now] = [new Set(before), new Set(after)]
    // The author of the post is notified of the comment in any case.
    const author = comment === null || earlier.size === 0 ? undefined : await findAuthor(post)
    const gone = [...earlier.difference(now)].filter((id) => id !== author)
    const added = [...now.difference(earlier)]
    const known = await notifiedOfMentions(context.db.kysely, by, subject, [...gone, ...added])
    const isKnown = (id: string) => known.has(id)
    const first = added.filter((id) => !known.has(id))
    return {
      events: await filter(mentions(by, { post, comment }, first)),
      mentions: { by, subject, gone: gone.filter(isKnown), back: added.filter(isKnown) },
    }
  }

  return {
    findAuthor,

    async ofLike(actor: string, post: string): Promise<NotificationEvent[]> {
      const author = await findAuthor(post)
      if (!author) return []
      return filter([{ recipient: author, kind: 'like', subject: post, post, comment: null, actor }])
    },

    async ofComment(
      actor: string,
      { post, id, parent, mentioned }: NewComment,
    ): Promise<NotificationEvent[]> {
      const author = await findAuthor(post)
      const event = { post, comment: id, actor }
      return filter([
        ...(parent
          ? [{ ...event, recipient: parent.user_id, kind: 'reply' as const, subject: parent.id }]
          : []),
        ...mentions(actor, { post, comment: id }, mentioned),
        ...(author ? [{ ...event, recipient: author, kind: 'comment' as const, subject: post }] : []),
      ])
    },

    ofAcceptance: (actor: string, { post, id, user_id }: { post: string; id: string; user_id: string }) =>
      filter([{ recipient: user_id, kind: 'accepted', subject: id, post, comment: id, actor }]),

    ofPost: (actor: string, post: string, mentioned: string[]): Promise<NotificationEvent[]> =>
      filter(mentions(actor, { post, comment: null }, mentioned)),

    /** An edit notifies only people that no earlier version mentioned. */
    ofEdit,

    /** For a text rendered after it was written: notifies only people who have not been notified of it. */
    ofMentions: async (by: string, text: Text, mentioned: string[]) =>
      (await ofEdit(by, text, { before: [], after: mentioned })).events,
  }
}

export type PostRecipients = ReturnType<typeof postRecipients>

async function notifiedOfMentions(db: Queryable, by: string, subject: string, people: string[]) {
  if (people.length === 0) return new Set<string>()
  const rows = await db
    .selectFrom('notification_events')
    .select('user_id')
    .where('actor_id', '=', by)
    .where('subject_id', '=', subject)
    .where('kind', '=', 'mention')
    .where('user_id', 'in', people)
    .execute()
  return new Set(rows.map(({ user_id }) => user_id))
}
