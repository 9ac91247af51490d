import { type CompiledQuery, sql } from 'kysely'
import { COMMENTS_SHOWN, MOST, PAGE_BYTES } from '../../contract/limits.ts'
import { refuseOrphans } from '../accounts/orphans.ts'
import type { Database, Queryable } from '../database/database.ts'
import { prepare } from '../database/prepared.ts'
import type { Page } from '../http/paging.ts'
import { notFound, notYours } from '../http/refusals.ts'
import { countedWrite } from './counted-write.ts'
import type { CommentRow } from './present.ts'
import { NO_POST, postExists } from './queries.ts'
import { oldestWithin } from './shown.ts'

export const NO_COMMENT = 'Comment does not exist'

/** The ids of the newest comments, newest first, with commas between them. */
export const commentIdsOfPost = prepare((db, postId: string) =>
  db
    .selectFrom(({ selectFrom }) =>
      selectFrom('comments')
        .select('id')
        .where('post_id', '=', postId)
        .orderBy('id', 'desc')
        .limit(COMMENTS_SHOWN)
        .as('newest'),
    )
    .select(sql<string | null>`string_agg(cast(newest.id as text), ',')`.as('ids')),
)

/** The newest comments, as many as make at most so many bytes. */
export const firstComments = prepare((db, postId: string, limit: number, bytes: number) =>
  commentsOf(db, postId)
    .where('comments.id', '>=', oldestWithin(sql`post_id = ${postId}`, limit, bytes))
    .limit(limit),
)
const commentsBefore = prepare((db, postId: string, before: string, limit: number, bytes: number) =>
  commentsOf(db, postId)
    .where('comments.id', '<', before)
    .where('comments.id', '>=', oldestWithin(sql`post_id = ${postId} and id < ${before}`, limit, bytes))
    .limit(limit),
)

function commentsOf(db: Queryable, postId: string) {
  return db
    .selectFrom('comments')
    .innerJoin('users', 'users.id', 'comments.user_id')
    .select(['comments.id', 'comments.user_id', 'comments.text', 'users.name', 'users.avatar_hash'])
    .where('comments.post_id', '=', postId)
    .orderBy('comments.id', 'desc')
}

// With room for one comment that passes the bound: it tells that there is a next page.
const COMMENT_PAGE_BYTES = PAGE_BYTES + 4 * MOST.post

/** The comments that a page of them shows, with one more, in count or in bytes, where there is a next page. */
export async function listComments(
  db: Queryable,
  postId: string,
  { limit, before }: Page,
): Promise<CommentRow[]> {
  const { rows } = await (before
    ? commentsBefore(db, postId, before, limit + 1, COMMENT_PAGE_BYTES)
    : firstComments(db, postId, limit + 1, COMMENT_PAGE_BYTES))
  return rows
}

const insertComment = countedWrite(
  'comment_count',
  1,
  (db, id: string, postId: string, userId: string, text: string) =>
    db.insertInto('comments').values({ id, post_id: postId, user_id: userId, text }).returning('post_id'),
)

export async function addComment<Row>(
  db: Database,
  answer: CompiledQuery<Row>,
  postId: string,
  { id, user_id, text }: CommentRow,
): Promise<Row[]> {
  const { rows } = await refuseOrphans(db, user_id, NO_POST, () =>
    insertComment(db, answer, id, postId, user_id, text),
  )
  return rows
}

const removeComment = countedWrite('comment_count', -1, (db, id: string, postId: string, userId: string) =>
  db
    .deleteFrom('comments')
    .where('id', '=', id)
    .where('post_id', '=', postId)
    .where('user_id', '=', userId)
    .returning('post_id'),
)

export async function deleteComment<Row>(
  db: Database,
  answer: CompiledQuery<Row>,
  postId: string,
  commentId: string,
  userId: string,
): Promise<Row[]> {
  const { written, rows } = await removeComment(db, answer, commentId, postId, userId)
  if (written) return rows
  const ofPost = db.kysely
    .selectFrom('comments')
    .select('id')
    .where('id', '=', commentId)
    .where('post_id', '=', postId)
  if (await ofPost.executeTakeFirst()) throw notYours()
  throw notFound((await postExists(db.kysely, postId)) ? NO_COMMENT : NO_POST)
}
