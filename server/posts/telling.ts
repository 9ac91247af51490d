import { sql } from 'kysely'
import { type Awaitable, mapAwaitable } from '../awaitable.ts'
import type { Context } from '../context.ts'
import type { Queryable } from '../database/database.ts'
import { audienceFinder } from '../notifications/audience.ts'
import type { Told } from '../notifications/tell.ts'
import { mentionedIn } from '../writing/mentions.ts'
import { postAuthorFinder } from './post-authors.ts'

type Commented = {
  post: string
  id: string
  /** The comment that this one answers, and who wrote it. */
  parent?: { id: string; user_id: string } | undefined
  html: string
}

/** Whom to tell of what happens to posts and comments. */
export function postAudience(context: Context) {
  const findAuthor = postAuthorFinder(context)
  const audience = audienceFinder(context)

  const mentions = (by: string, post: string, comment: string | null, people: string[]): Told[] =>
    people.map((to) => ({ to, kind: 'mention', subject: comment ?? post, post, comment, by }))

  const ofEdit = async (
    { user_id: by, html: before }: { user_id: string; html: string },
    { post, comment }: { post: string; comment: string | null },
    html: string,
  ): Promise<Told[]> => {
    const known = new Set(mentionedIn(before))
    const people = mentionedIn(html).filter((id) => !known.has(id))
    if (people.length === 0) return []
    const told = await toldOfMentions(context.db.kysely, by, comment ?? post, people)
    return audience(
      mentions(
        by,
        post,
        comment,
        people.filter((id) => !told.has(id)),
      ),
    )
  }

  return {
    authorOf: findAuthor,

    ofLike: (by: string, post: string): Awaitable<Told[]> =>
      mapAwaitable(findAuthor(post), (author) =>
        author ? audience([{ to: author, kind: 'like', subject: post, post, comment: null, by }]) : [],
      ),

    ofComment: (by: string, { post, id, parent, html }: Commented): Awaitable<Told[]> =>
      mapAwaitable(findAuthor(post), (author) =>
        audience([
          ...(parent
            ? [{ to: parent.user_id, kind: 'reply' as const, subject: parent.id, post, comment: id, by }]
            : []),
          ...mentions(by, post, id, mentionedIn(html)),
          ...(author ? [{ to: author, kind: 'comment' as const, subject: post, post, comment: id, by }] : []),
        ]),
      ),

    ofAcceptance: (by: string, { post, id, user_id }: { post: string; id: string; user_id: string }) =>
      audience([{ to: user_id, kind: 'accepted', subject: id, post, comment: id, by }]),

    ofPost: (by: string, post: string, html: string): Awaitable<Told[]> =>
      audience(mentions(by, post, null, mentionedIn(html))),

    /** An edit tells only those whom nobody has told of an earlier version. */
    ofEdit,

    /** So does a text that is cooked some time after it was written. */
    ofLateText: (by: string, entry: { post: string; comment: string | null }, html: string) =>
      ofEdit({ user_id: by, html: '' }, entry, html),
  }
}

/** The acts by which a comment was accepted, whoever did it. */
export const isAcceptance = ({ id, user_id }: { id: string; user_id: string }) =>
  sql`user_id = ${user_id} and comment_id = ${id} and kind = 'accepted'`

/** Who of these people was told of being mentioned in a post or comment, in any of its versions. */
async function toldOfMentions(
  db: Queryable,
  by: string,
  subject: string,
  people: string[],
): Promise<Set<string>> {
  const rows = await db
    .selectFrom('notification_acts')
    .select('user_id')
    .where('actor_id', '=', by)
    .where('subject_id', '=', subject)
    .where('kind', '=', 'mention')
    .where('user_id', 'in', people)
    .execute()
  return new Set(rows.map(({ user_id }) => user_id))
}
