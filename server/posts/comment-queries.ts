import { sql } from 'kysely'
import {
  COMMENT_BYTES_SHOWN,
  COMMENTS_SHOWN,
  MAX_HTML_BYTES,
  MAX_LENGTH,
  PAGE_BYTES,
} from '../../contract/limits.ts'
import type { Page } from '../answers/list.ts'
import { BATCH, inBatches } from '../database/batches.ts'
import { recordChanges } from '../database/changes.ts'
import type { Database, Queryable } from '../database/database.ts'
import { isOneOf } from '../database/expressions.ts'
import { isShown } from '../database/hidden.ts'
import { prepare, run } from '../database/prepared.ts'
import { topicOf, type Writer } from '../database/write.ts'
import { commentEventTopic, goneEvents } from '../events/topics.ts'
import { forgetRemoval } from '../notifications/removals.ts'
import { takeBackComment } from '../notifications/take-back.ts'
import { type Told, writeAndTell } from '../notifications/tell.ts'
import { queueNewEntry } from '../search-index/queue.ts'
import { htmlOf, type Rendered } from '../writing/rendered.ts'
import { countOnPost } from './count-on-post.ts'
import { deleteVersions } from './deletion.ts'
import type { ThreadedRow } from './present.ts'
import { oldestWithin, shownParent } from './shown.ts'
import { countAccepted } from './solved.ts'
import { toldOfComment } from './told.ts'

const commentRows = prepare((db, postId: string, ids: string[]) =>
  db
    .selectFrom('comments')
    .innerJoin('users', 'users.id', 'comments.user_id')
    .select(['comments.id', 'comments.user_id', 'comments.text', 'comments.html', 'comments.cook'])
    .select(['comments.version', 'comments.edited_at', 'comments.accepted', 'comments.parent_id'])
    .select(shownParent(sql`${postId}`).as('parent'))
    .select(['users.name', 'users.handle', 'users.avatar_hash', 'users.role'])
    .where('comments.post_id', '=', postId)
    .where(isShown('comments'))
    .where(isOneOf(db, 'comments.id', ids)),
)

/** These comments of a post. */
export async function findComments(db: Queryable, postId: string, ids: string[]): Promise<ThreadedRow[]> {
  const { rows } = await commentRows(db, postId, ids)
  return rows.map((row) => ({ ...row, html: htmlOf(row) }))
}

/** A comment that is shown, and so is its post. */
export function findComment(db: Queryable, postId: string, id: string) {
  return db
    .selectFrom('comments')
    .innerJoin('posts', 'posts.id', 'comments.post_id')
    .select(['comments.id', 'comments.user_id', 'comments.text', 'comments.html', 'comments.cook'])
    .select(['comments.version', 'comments.edited_at', 'comments.parent_id'])
    .where('comments.id', '=', id)
    .where('comments.post_id', '=', postId)
    .where(isShown('comments'))
    .where(isShown('posts'))
    .executeTakeFirst()
}

/** The thread that a comment belongs to, as that of an answer to it; undefined if it is not shown. */
export type Thread = {
  /** The top comment, which may be hidden. */
  id: string
  isShown: boolean
  answered: { id: string; user_id: string }
}

/** If the top comment was deleted, the others stand for themselves, and each may start a thread. */
export async function findThread(
  db: Queryable,
  postId: string,
  commentId: string,
): Promise<Thread | undefined> {
  const answered = await findComment(db, postId, commentId)
  if (!answered) return undefined
  const top = answered.parent_id ? await findAuthorOfComment(db, postId, answered.parent_id) : undefined
  return top
    ? { id: top.id, isShown: top.hidden === 0, answered }
    : { id: answered.id, isShown: true, answered }
}

/** Who wrote a comment, whether or not it is shown. */
export function findAuthorOfComment(db: Queryable, postId: string, id: string) {
  return db
    .selectFrom('comments')
    .select(['id', 'user_id', 'version', 'hidden'])
    .where('id', '=', id)
    .where('post_id', '=', postId)
    .executeTakeFirst()
}

const firstIds = prepare((db, postId: string, limit: number, bytes: number) =>
  commentIds(db, postId)
    .where('id', '>=', oldestWithin(sql`post_id = ${postId} and hidden = 0`, limit, bytes))
    .limit(limit),
)
const idsBefore = prepare((db, postId: string, before: string, limit: number, bytes: number) =>
  commentIds(db, postId)
    .where('id', '<', before)
    .where('id', '>=', oldestWithin(sql`post_id = ${postId} and hidden = 0 and id < ${before}`, limit, bytes))
    .limit(limit),
)

function commentIds(db: Queryable, postId: string) {
  return db
    .selectFrom('comments')
    .select('id')
    .where('post_id', '=', postId)
    .where(isShown('comments'))
    .orderBy('id', 'desc')
}

// With room for one comment beyond the limit, which shows that there is a next page.
const COMMENT_PAGE_BYTES = PAGE_BYTES + 4 * MAX_LENGTH.post + MAX_HTML_BYTES

/** The comments on a page, and one more (by count or bytes) if there is a next page. */
export async function listComments(db: Queryable, postId: string, { limit, before }: Page) {
  const { rows } = await (before
    ? idsBefore(db, postId, before, limit + 1, COMMENT_PAGE_BYTES)
    : firstIds(db, postId, limit + 1, COMMENT_PAGE_BYTES))
  return rows
}

/** The same for accepted answers, which are few. */
export function listAccepted(db: Queryable, postId: string, { limit, before }: Page) {
  return commentIds(db, postId)
    .where(sql<boolean>`accepted = 1`)
    .$if(before !== undefined, (query) => query.where('id', '<', before ?? ''))
    .limit(limit + 1)
    .execute()
}

/** The query for the comments in the response to a write. */
function shownIds(db: Queryable, postId: string) {
  return firstIds.bind(db, postId, COMMENTS_SHOWN, COMMENT_BYTES_SHOWN)
}

type NewComment = [postId: string, id: string, userId: string, text: string, html: string, cook: number]

const insertComment = writeAndTell(
  (
    db: Writer,
    ...[post_id, id, user_id, text, html, cook, parent_id]: [...NewComment, parentId: string | null]
  ) =>
    db
      .insertInto('comments')
      .values({ id, post_id, user_id, text, html, cook, parent_id })
      .returning('post_id'),
  {
    counts: [countOnPost('comment_count', 1)],
    steps: [(db, _isWritten, postId, id) => queueNewEntry(db, postId, id)],
    topics: (postId, id) => [topicOf('post', postId), commentEventTopic(postId, id)],
  },
)

/** Returns the ids of the comments that the post shows now. */
export async function addComment(
  db: Database,
  postId: string,
  { id, user_id, text, parent_id }: ThreadedRow,
  { html, cook }: Rendered,
  told: Told[],
): Promise<string[]> {
  const values: Parameters<typeof insertComment>[1] = [postId, id, user_id, text, html, cook, parent_id]
  const { answer } = await insertComment(db, values, told, shownIds(db.kysely, postId))
  return answer.map((row) => row.id)
}

/** The same after a deletion; undefined if the comment does not exist any more. */
export async function deleteComment(
  db: Database,
  postId: string,
  { id, version }: { id: string; version: number },
): Promise<string[] | undefined> {
  if (version > BATCH) {
    const ofComment = sql`post_id = ${postId} and comment_id = ${id}`
    await inBatches(() => db.transaction((trx) => deleteVersions(trx, 'comment_versions', ofComment)))
  }
  if (!(await db.transaction((trx) => removeComment(trx, postId, id)))) return undefined
  const { rows } = await run(db.kysely, shownIds(db.kysely, postId))
  return rows.map((row) => row.id)
}

/** Deletes a comment with what people were told of it; false if there is none. */
async function removeComment(trx: Queryable, postId: string, id: string): Promise<boolean> {
  const comment = await trx
    .deleteFrom('comments')
    .where('post_id', '=', postId)
    .where('id', '=', id)
    .returning(['post_id', 'user_id', 'text', 'version', 'parent_id', 'accepted', 'hidden'])
    .executeTakeFirst()
  if (!comment) return false
  // Comments that answer it show it no more.
  const topics = [`post:${postId}`, `comment:${id}`]
  let told: string[] | undefined
  if (comment.hidden === 0) {
    topics.push(...goneEvents([{ post: postId, comment: id }]))
    const { rows } = await countDeletedComment(trx, postId)
    told = toldOfComment(
      comment,
      rows.map((post) => post.user_id),
    )
    if (comment.accepted) topics.push(...(await countAccepted(trx, [comment], -1)))
  } else {
    // It is not counted because a moderator has removed it.
    await trx.deleteFrom('removals').where('post_id', '=', postId).where('entry_id', '=', id).execute()
    await forgetRemoval(trx, comment.user_id, id)
  }
  if (told?.length !== 0) while (!(await takeBackComment(trx, id, told)).done);
  await recordChanges(trx, ...topics)
  return true
}

const countDeletedComment = prepare((db, postId: string) =>
  countOnPost('comment_count', -1)(db, sql<boolean>`true`, postId).returning('user_id'),
)
