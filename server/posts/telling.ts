import { sql } from 'kysely'
import { type Awaitable, mapAwaitable } from '../awaitable.ts'
import type { Context } from '../context.ts'
import type { Queryable } from '../database/database.ts'
import { audienceFinder } from '../notifications/audience.ts'
import type { ChangedMentions } from '../notifications/hiding.ts'
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
  ): Promise<{ told: Told[]; mentions: ChangedMentions }> => {
    const subject = comment ?? post
    const [earlier, now] = [new Set(mentionedIn(before)), new Set(mentionedIn(html))]
    // A comment on one's own post is told of in any case.
    const author = comment === null || earlier.size === 0 ? undefined : await findAuthor(post)
    const gone = [...earlier.difference(now)].filter((id) => id !== author)
    const added = [...now.difference(earlier)]
    const known = await toldOfMentions(context.db.kysely, by, subject, [...gone, ...added])
    const isKnown = (id: string) => known.has(id)
    const first = added.filter((id) => !known.has(id))
    return {
      told: await audience(mentions(by, post, comment, first)),
      mentions: { by, subject, gone: gone.filter(isKnown), back: added.filter(isKnown) },
    }
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

    /** So does a text that is rendered some time after it was written. */
    ofLateText: async (by: string, entry: { post: string; comment: string | null }, html: string) =>
      (await ofEdit({ user_id: by, html: '' }, entry, html)).told,
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
  if (people.length === 0) return new Set()
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
