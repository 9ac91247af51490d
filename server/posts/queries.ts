import { type ExpressionBuilder, sql } from 'kysely'
import { LIKES_SHOWN } from '../../contract/limits.ts'
import type { Comment, Like, Post } from '../../contract/posts.ts'
import { recordChanges } from '../database/changes.ts'
import type { Queryable } from '../database/database.ts'
import { isForeignKeyViolation } from '../database/faults.ts'
import { prepare } from '../database/prepared.ts'
import type { Tables } from '../database/tables.ts'
import type { Page } from '../http/paging.ts'
import { notFound, notYours } from '../http/refusals.ts'
import { newId } from '../ids.ts'
import type { Settings } from '../settings.ts'
import { presentComment, presentPost } from './present.ts'

export const NO_POST = 'Post not found'
export const NO_COMMENT = 'Comment does not exist'
const BEFORE_ALL_IDS = '00000000-0000-0000-0000-000000000000'

const firstPosts = prepare((db, limit: number) =>
  db.selectFrom('posts').select('id').orderBy('id', 'desc').limit(limit),
)
const postsBefore = prepare((db, before: string, limit: number) =>
  db.selectFrom('posts').select('id').where('id', '<', before).orderBy('id', 'desc').limit(limit),
)

/** The posts that a page shows, with one more to tell whether there is a next page. */
export async function listPosts(db: Queryable, { limit, before }: Page): Promise<{ id: string }[]> {
  const { rows } = await (before ? postsBefore(db, before, limit + 1) : firstPosts(db, limit + 1))
  return rows
}

const postRows = prepare((db, ...ids: string[]) =>
  db
    .selectFrom('posts')
    .innerJoin('users', 'users.id', 'posts.user_id')
    .selectAll('posts')
    .select(['users.name', 'users.avatar_hash'])
    .where('posts.id', 'in', ids),
)
const newestLikeRows = prepare((db, ...ids: string[]) =>
  db
    .selectFrom('posts')
    .innerJoin('likes', 'likes.post_id', 'posts.id')
    .select(['likes.post_id', 'likes.user_id'])
    .where('posts.id', 'in', ids)
    .where('likes.id', '>', newestFrom('likes', LIKES_SHOWN))
    .orderBy('likes.post_id')
    .orderBy('likes.id', 'desc'),
)
const newestCommentRows = prepare((db, shown: number, ...ids: string[]) =>
  db
    .selectFrom('posts')
    .innerJoin('comments', 'comments.post_id', 'posts.id')
    .innerJoin('users', 'users.id', 'comments.user_id')
    .selectAll('comments')
    .select(['users.name', 'users.avatar_hash'])
    .where('posts.id', 'in', ids)
    .where('comments.id', '>', newestFrom('comments', shown))
    .orderBy('comments.post_id')
    .orderBy('comments.id', 'desc'),
)

/** These posts with their newest likes and comments in three queries, however many they are. */
export async function findPosts(
  db: Queryable,
  settings: Settings,
  ids: string[],
  commentsShown: number,
): Promise<Map<string, Post>> {
  const { rows } = await postRows(db, ...ids)
  const likesOf = Map.groupBy((await newestLikeRows(db, ...ids)).rows, (row) => row.post_id)
  const commentsOf = Map.groupBy(
    (await newestCommentRows(db, commentsShown, ...ids)).rows,
    (row) => row.post_id,
  )
  return new Map(
    rows.map((row) => [
      row.id,
      presentPost(settings, row, (likesOf.get(row.id) ?? []).map(presentLike), commentsOf.get(row.id) ?? []),
    ]),
  )
}

/** The id after which a post has no more than `shown` entries: the index gives it without counting all. */
function newestFrom(table: 'likes' | 'comments', shown: number) {
  return ({ selectFrom, fn, ref }: ExpressionBuilder<Tables, 'posts'>) =>
    fn.coalesce(
      selectFrom(`${table} as later` as 'likes as later')
        .select('later.id')
        .whereRef('later.post_id', '=', ref('posts.id'))
        .orderBy('later.id', 'desc')
        .offset(shown)
        .limit(1),
      sql<string>`${sql.lit(BEFORE_ALL_IDS)}`,
    )
}

function presentLike({ user_id }: { user_id: string }): Like {
  return { user: user_id }
}

export async function postExists(db: Queryable, id: string): Promise<boolean> {
  const row = await db.selectFrom('posts').select('id').where('id', '=', id).executeTakeFirst()
  return row !== undefined
}

const likesOfPost = prepare((db, postId: string) =>
  db
    .selectFrom('likes')
    .select('user_id')
    .where('post_id', '=', postId)
    .orderBy('id', 'desc')
    .limit(LIKES_SHOWN),
)

export async function newestLikes(db: Queryable, postId: string): Promise<Like[]> {
  const { rows } = await likesOfPost(db, postId)
  return rows.map(presentLike)
}

const firstCommentIds = prepare((db, postId: string, limit: number) =>
  db.selectFrom('comments').select('id').where('post_id', '=', postId).orderBy('id', 'desc').limit(limit),
)
const commentIdsBefore = prepare((db, postId: string, before: string, limit: number) =>
  db
    .selectFrom('comments')
    .select('id')
    .where('post_id', '=', postId)
    .where('id', '<', before)
    .orderBy('id', 'desc')
    .limit(limit),
)

/** The comments that a page of them shows, with one more to tell whether there is a next page. */
export async function listComments(
  db: Queryable,
  postId: string,
  { limit, before }: Page,
): Promise<{ id: string }[]> {
  const { rows } = await (before
    ? commentIdsBefore(db, postId, before, limit + 1)
    : firstCommentIds(db, postId, limit + 1))
  return rows
}

const commentRows = prepare((db, ...ids: string[]) =>
  db
    .selectFrom('comments')
    .innerJoin('users', 'users.id', 'comments.user_id')
    .selectAll('comments')
    .select(['users.name', 'users.avatar_hash'])
    .where('comments.id', 'in', ids),
)

export async function findComments(db: Queryable, settings: Settings, ids: string[]): Promise<Comment[]> {
  const { rows } = await commentRows(db, ...ids)
  return rows.map((row) => presentComment(settings, row))
}

const insertPost = prepare((db, id: string, userId: string, text: string) =>
  db.insertInto('posts').values({ id, user_id: userId, text, like_count: 0, comment_count: 0 }),
)

export async function createPost(trx: Queryable, userId: string, text: string): Promise<string> {
  const id = newId()
  await insertPost(trx, id, userId, text)
  await recordChanges(trx, 'posts')
  return id
}

export async function deletePost(trx: Queryable, userId: string, id: string): Promise<void> {
  const { numDeletedRows } = await trx
    .deleteFrom('posts')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  if (numDeletedRows === 0n) throw (await postExists(trx, id)) ? notYours() : notFound(NO_POST)
  await recordChanges(trx, 'posts', `post:${id}`)
}

const insertLike = prepare((db, postId: string, userId: string, id: string) =>
  db
    .insertInto('likes')
    .values({ post_id: postId, user_id: userId, id })
    .onConflict((conflict) => conflict.columns(['post_id', 'user_id']).doNothing()),
)

/** Likes once: the key of the table settles a second like, or two at the same time. */
export async function likePost(trx: Queryable, userId: string, postId: string): Promise<void> {
  const { numAffectedRows } = await onPost(() => insertLike(trx, postId, userId, newId()))
  if (numAffectedRows) await changeCount(trx, 'like_count', postId, 1)
}

const deleteLike = prepare((db, postId: string, userId: string) =>
  db.deleteFrom('likes').where('post_id', '=', postId).where('user_id', '=', userId),
)

export async function unlikePost(trx: Queryable, userId: string, postId: string): Promise<void> {
  const { numAffectedRows } = await deleteLike(trx, postId, userId)
  if (numAffectedRows) await changeCount(trx, 'like_count', postId, -1)
  else if (!(await postExists(trx, postId))) throw notFound(NO_POST)
}

const insertComment = prepare((db, id: string, postId: string, userId: string, text: string) =>
  db.insertInto('comments').values({ id, post_id: postId, user_id: userId, text }),
)

export async function addComment(
  trx: Queryable,
  userId: string,
  postId: string,
  text: string,
): Promise<void> {
  await onPost(() => insertComment(trx, newId(), postId, userId, text))
  await changeCount(trx, 'comment_count', postId, 1)
}

export async function deleteComment(
  trx: Queryable,
  userId: string,
  postId: string,
  commentId: string,
): Promise<void> {
  const ofPost = trx
    .selectFrom('comments')
    .select('id')
    .where('id', '=', commentId)
    .where('post_id', '=', postId)
  const { numDeletedRows } = await trx
    .deleteFrom('comments')
    .where('id', '=', commentId)
    .where('post_id', '=', postId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  if (numDeletedRows === 0n) {
    if (await ofPost.executeTakeFirst()) throw notYours()
    throw notFound((await postExists(trx, postId)) ? NO_COMMENT : NO_POST)
  }
  await changeCount(trx, 'comment_count', postId, -1)
}

const addToCount = {
  like_count: prepare((db, postId: string, by: number) =>
    db
      .updateTable('posts')
      .set(({ eb }) => ({ like_count: eb('like_count', '+', by) }))
      .where('id', '=', postId),
  ),
  comment_count: prepare((db, postId: string, by: number) =>
    db
      .updateTable('posts')
      .set(({ eb }) => ({ comment_count: eb('comment_count', '+', by) }))
      .where('id', '=', postId),
  ),
}

async function changeCount(
  trx: Queryable,
  column: keyof typeof addToCount,
  postId: string,
  by: 1 | -1,
): Promise<void> {
  await addToCount[column](trx, postId, by)
  await recordChanges(trx, `post:${postId}`)
}

/** A write that hangs on a post: the foreign key says where there is none. */
async function onPost<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write()
  } catch (error) {
    if (isForeignKeyViolation(error)) throw notFound(NO_POST)
    throw error
  }
}
