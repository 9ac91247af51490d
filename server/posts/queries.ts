import { type CompiledQuery, PostgresAdapter, sql } from 'kysely'
import { COMMENTS_SHOWN, LIKES_SHOWN } from '../../contract/limits.ts'
import type { Like, Post } from '../../contract/posts.ts'
import { refuseOrphans } from '../accounts/orphans.ts'
import { recordChanges } from '../database/changes.ts'
import type { Database, Queryable } from '../database/database.ts'
import { prepare } from '../database/prepared.ts'
import type { Page } from '../http/paging.ts'
import { notFound, notYours } from '../http/refusals.ts'
import { newId } from '../ids.ts'
import type { Settings } from '../process/settings.ts'
import { countedWrite } from './counted-write.ts'
import { type CommentRow, presentPost } from './present.ts'

export const NO_POST = 'Post not found'
export const NO_COMMENT = 'Comment does not exist'

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

const postRows = prepare((db, commentsShown: number, ...ids: string[]) =>
  db
    .selectFrom('posts')
    .innerJoin('users', 'users.id', 'posts.user_id')
    .select(['posts.id', 'posts.user_id', 'posts.text', 'posts.like_count', 'posts.comment_count'])
    .select(['users.name', 'users.avatar_hash', newestLikers().as('likers')])
    .select(newestComments(db, commentsShown).as('comments'))
    .where('posts.id', 'in', ids),
)

/** These posts with their newest likes and comments, in one query and so of one moment. */
export async function findPosts(
  db: Queryable,
  settings: Settings,
  ids: string[],
  commentsShown: number,
): Promise<Map<string, Post>> {
  const { rows } = await postRows(db, commentsShown, ...ids)
  return new Map(
    rows.map((row) => [
      row.id,
      presentPost(settings, row, presentLikes(row.likers), readComments(row.comments)),
    ]),
  )
}

// A list inside a row travels as one text; both engines join the rows in the order of the inner query.

function newestLikers() {
  return sql<string | null>`(
    select string_agg(cast(newest.user_id as text), ',')
    from (select user_id from likes where post_id = posts.id order by id desc limit ${sql.lit(LIKES_SHOWN)}) as newest
  )`
}

function newestComments(db: Queryable, shown: number) {
  const postgres = db.getExecutor().adapter instanceof PostgresAdapter
  const list = sql.raw(postgres ? 'json_agg' : 'json_group_array')
  const row = sql.raw(postgres ? 'json_build_array' : 'json_array')
  return sql<string | null>`(
    select cast(${list}(${row}(newest.id, newest.user_id, newest.text, newest.name, newest.avatar_hash)) as text)
    from (
      select comments.id, comments.user_id, comments.text, authors.name, authors.avatar_hash
      from comments join users as authors on authors.id = comments.user_id
      where comments.post_id = posts.id order by comments.id desc limit ${shown}
    ) as newest
  )`
}

function presentLikes(likers: string | null): Like[] {
  return likers ? likers.split(',').map((user) => ({ user })) : []
}

function readComments(json: string | null): CommentRow[] {
  const rows: [string, string, string, string, string][] = JSON.parse(json ?? '[]')
  return rows.map(([id, user_id, text, name, avatar_hash]) => ({ id, user_id, text, name, avatar_hash }))
}

export async function postExists(db: Queryable, id: string): Promise<boolean> {
  const row = await db.selectFrom('posts').select('id').where('id', '=', id).executeTakeFirst()
  return row !== undefined
}

const likersOfPost = prepare((db, postId: string) =>
  db.selectFrom('posts').select(newestLikers().as('likers')).where('id', '=', postId),
)

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

export const firstComments = prepare((db, postId: string, limit: number) =>
  commentsOf(db, postId).limit(limit),
)
const commentsBefore = prepare((db, postId: string, before: string, limit: number) =>
  commentsOf(db, postId).where('comments.id', '<', before).limit(limit),
)

function commentsOf(db: Queryable, postId: string) {
  return db
    .selectFrom('comments')
    .innerJoin('users', 'users.id', 'comments.user_id')
    .select(['comments.id', 'comments.user_id', 'comments.text', 'users.name', 'users.avatar_hash'])
    .where('comments.post_id', '=', postId)
    .orderBy('comments.id', 'desc')
}

/** The comments that a page of them shows, with one more to tell whether there is a next page. */
export async function listComments(
  db: Queryable,
  postId: string,
  { limit, before }: Page,
): Promise<CommentRow[]> {
  const { rows } = await (before
    ? commentsBefore(db, postId, before, limit + 1)
    : firstComments(db, postId, limit + 1))
  return rows
}

const insertPost = prepare((db, id: string, userId: string, text: string) =>
  db.insertInto('posts').values({ id, user_id: userId, text, like_count: 0, comment_count: 0 }),
)

const insertNotedPost = prepare((db, id: string, userId: string, text: string, at: number) =>
  db
    .with('noted', (part) => part.insertInto('changes').values({ topic: 'posts', at }))
    .insertInto('posts')
    .values({ id, user_id: userId, text, like_count: 0, comment_count: 0 }),
)

/** In one statement on PostgreSQL, for the same reason as counted-write.ts. */
export async function createPost(db: Database, userId: string, text: string): Promise<string> {
  const id = newId()
  if (db.together) {
    await db.together(insertNotedPost.filledIn(db.kysely, id, userId, text, Date.now()))
  } else {
    await db.transaction(async (trx) => {
      await insertPost(trx, id, userId, text)
      await recordChanges(trx, 'posts')
    })
  }
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

const insertLike = countedWrite('like_count', 1, (db, postId: string, userId: string, id: string) =>
  db
    .insertInto('likes')
    .values({ post_id: postId, user_id: userId, id })
    .onConflict((conflict) => conflict.columns(['post_id', 'user_id']).doNothing())
    .returning('post_id'),
)

/** Likes once: the key of the table settles a second like, or two at the same time. */
export async function likePost(db: Database, userId: string, postId: string): Promise<Like[]> {
  const answer = likersOfPost.filledIn(db.kysely, postId)
  const { rows } = await refuseOrphans(db, userId, NO_POST, () =>
    insertLike(db, answer, postId, userId, newId()),
  )
  return presentLikes(rows[0]?.likers ?? null)
}

const deleteLike = countedWrite('like_count', -1, (db, postId: string, userId: string) =>
  db.deleteFrom('likes').where('post_id', '=', postId).where('user_id', '=', userId).returning('post_id'),
)

export async function unlikePost(db: Database, userId: string, postId: string): Promise<Like[]> {
  const { rows } = await deleteLike(db, likersOfPost.filledIn(db.kysely, postId), postId, userId)
  const [post] = rows
  if (!post) throw notFound(NO_POST)
  return presentLikes(post.likers)
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
