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
import { prepare } from '../database/prepared.ts'
import { topicOf, type Writer, write } from '../database/write.ts'
import { type Cooked, htmlOf } from '../writing/writing.ts'
import { countOnPost } from './count-on-post.ts'
import { deleteVersions } from './deletion.ts'
import { isShown } from './hidden.ts'
import type { CommentRow } from './present.ts'
import { oldestWithin } from './shown.ts'

const commentRows = prepare((db, postId: string, ids: string[]) =>
  db
    .selectFrom('comments')
    .innerJoin('users', 'users.id', 'comments.user_id')
    .select(['comments.id', 'comments.user_id', 'comments.text', 'comments.html', 'comments.cook'])
    .select(['comments.version', 'comments.edited_at'])
    .select(['users.name', 'users.handle', 'users.avatar_hash'])
    .where('comments.post_id', '=', postId)
    .where(isShown('comments'))
    .where(isOneOf(db, 'comments.id', ids)),
)

/** These comments of a post. */
export async function findComments(db: Queryable, postId: string, ids: string[]): Promise<CommentRow[]> {
  const { rows } = await commentRows(db, postId, ids)
  return rows.map((row) => ({ ...row, html: htmlOf(row) }))
}

/** A comment that is shown, and so is its post. */
export function findComment(db: Queryable, postId: string, id: string) {
  return db
    .selectFrom('comments')
    .innerJoin('posts', 'posts.id', 'comments.post_id')
    .select(['comments.id', 'comments.user_id', 'comments.text', 'comments.html', 'comments.cook'])
    .select(['comments.version', 'comments.edited_at'])
    .where('comments.id', '=', id)
    .where('comments.post_id', '=', postId)
    .where(isShown('comments'))
    .where(isShown('posts'))
    .executeTakeFirst()
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

/** The query for the comments in the response to a write. */
function shownIds(db: Queryable, postId: string) {
  return firstIds.bind(db, postId, COMMENTS_SHOWN, COMMENT_BYTES_SHOWN)
}

const insertComment = write(
  (db: Writer, postId: string, id: string, userId: string, text: string, html: string, cook: number) =>
    db
      .insertInto('comments')
      .values({ id, post_id: postId, user_id: userId, text, html, cook })
      .returning('post_id'),
  {
    steps: [countOnPost('comment_count', 1)],
    topics: (postId) => [topicOf('post', postId)],
  },
)

/** Returns the ids of the comments that the post shows now. */
export async function addComment(
  db: Database,
  postId: string,
  { id, user_id, text }: CommentRow,
  { html, cook }: Cooked,
): Promise<string[]> {
  const values: Parameters<typeof insertComment>[1] = [postId, id, user_id, text, html, cook]
  const { answer } = await insertComment(db, values, shownIds(db.kysely, postId))
  return answer.map((row) => row.id)
}

const removeComment = write(
  (db: Writer, postId: string, id: string) =>
    db
      .deleteFrom('comments')
      .where('id', '=', id)
      .where('post_id', '=', postId)
      .where(isShown('comments'))
      .returning('post_id'),
  {
    steps: [countOnPost('comment_count', -1)],
    topics: (postId) => [topicOf('post', postId)],
  },
)

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
  const { written, answer } = await removeComment(db, [postId, id], shownIds(db.kysely, postId))
  if (written || (await db.transaction((trx) => deleteHiddenComment(trx, postId, id)))) {
    return answer.map((row) => row.id)
  }
  return undefined
}

/** Deletes a comment that is not counted because a moderator has removed it; false if there is none. */
async function deleteHiddenComment(trx: Queryable, postId: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('comments')
    .where('post_id', '=', postId)
    .where('id', '=', id)
    .where('hidden', '!=', 0)
    .executeTakeFirst()
  if (numDeletedRows === 0n) return false
  await trx.deleteFrom('removals').where('post_id', '=', postId).where('entry_id', '=', id).execute()
  await recordChanges(trx, `post:${postId}`)
  return true
}
