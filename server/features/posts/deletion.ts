import { type RawBuilder, sql } from 'kysely'
import { BATCH } from '../../database/batches.ts'
import { recordChanges } from '../../database/changes/changes.ts'
import type { Queryable } from '../../database/database.ts'
import { isOneOf } from '../../database/expressions.ts'
import { deleteNotificationsOn } from '../notifications/retract.ts'
import { countedTags, recountTags } from '../tags/post-tags.ts'
import { topicOf } from '../topics.ts'
import { commentsDeleted, type DeletedPost, postsDeleted } from './changes.ts'
import { addToCounts, countAccepted } from './counts.ts'

type VersionTable = 'post_versions' | 'comment_versions'
type ReactionTable = 'likes' | 'comments' | 'suspended_likes' | 'bookmarks'
type Batch = { done: boolean; deleted: number }

export async function deleteReactions(
  trx: Queryable,
  table: ReactionTable,
  by: 'user_id' | 'post_id',
  id: string,
): Promise<Batch> {
  if (table === 'comments') return deleteComments(trx, by, id)
  const key = by === 'user_id' ? 'post_id' : 'user_id'
  const posts = await deleteBatch<{ post_id: string }>(trx, { table, by, id, key, returning: sql`post_id` })
  if (table === 'likes') {
    await addToCounts(trx, 'like_count', posts, -1)
    recordChanges(trx, ...posts.map(({ post_id }) => topicOf.post(post_id)))
  }
  return batchOf(posts)
}

async function deleteComments(trx: Queryable, by: 'user_id' | 'post_id', id: string): Promise<Batch> {
  const comments = await deleteBatch<{ post_id: string; id: string; accepted: number; hidden: number }>(trx, {
    table: 'comments',
    by,
    id,
    key: 'id',
    returning: sql`post_id, id, accepted, hidden`,
  })
  const visible = comments.filter(({ hidden }) => hidden === 0)
  await addToCounts(trx, 'comment_count', visible, -1)
  const accepted = visible.filter((comment) => comment.accepted === 1)
  await countAccepted(trx, accepted, -1)
  const ids = visible.map((comment) => ({ post: comment.post_id, comment: comment.id }))
  commentsDeleted(trx, ids, { wereSeen: by === 'user_id' })
  return batchOf(comments)
}

type Deletion = {
  table: ReactionTable
  by: 'user_id' | 'post_id'
  id: string
  key: string
  returning: RawBuilder<unknown>
}

async function deleteBatch<Row>(trx: Queryable, { table, by, id, key, returning }: Deletion): Promise<Row[]> {
  const { rows } = await sql<Row>`
    delete from ${sql.table(table)} where ${sql.ref(by)} = ${id} and ${sql.ref(key)} in (
      select ${sql.ref(key)} from ${sql.table(table)} where ${sql.ref(by)} = ${id} limit ${sql.lit(BATCH)}
    ) returning ${returning}`.execute(trx)
  return rows
}

const batchOf = (rows: unknown[]): Batch => ({ done: rows.length < BATCH, deleted: rows.length })

export async function deletePostsOf(trx: Queryable, userId: string): Promise<{ done: boolean }> {
  const posts = await trx
    .selectFrom('posts')
    .select(['id', countRowsOn().as('rows')])
    .where('user_id', '=', userId)
    .limit(BATCH)
    .execute()
  let rows = 0
  const end = posts.findIndex((post) => {
    rows += 1 + Number(post.rows)
    return rows > BATCH
  })
  const small = posts.slice(0, end === -1 ? posts.length : end).map(({ id }) => id)
  const [large] = posts
  if (small.length > 0) {
    await deleteLocked(trx, await lockPosts(trx, small))
  } else if (large) await deleteReactionBatch(trx, large.id)
  return { done: small.length === posts.length && posts.length < BATCH }
}

export async function lockPosts(trx: Queryable, ids: string[]): Promise<DeletedPost[]> {
  const posts = await trx
    .updateTable('posts')
    .set(({ ref }) => ({ hidden: ref('hidden') }))
    .where(isOneOf(trx, 'id', ids))
    .returning(['id', 'user_id', 'tags', 'question', 'hidden'])
    .execute()
  return posts.map((post) => ({ ...post, wasVisible: post.hidden === 0 }))
}

export async function deleteLocked(
  trx: Queryable,
  posts: DeletedPost[],
  condition = sql<boolean>`true`,
): Promise<boolean> {
  const ids = posts.map(({ id }) => id)
  if (ids.length === 0) return false
  const tagged = posts.filter(({ tags }) => tags !== '[]').map(({ id }) => id)
  const counted = await countedTags(trx, tagged)
  const { numDeletedRows } = await trx
    .deleteFrom('posts')
    .where(isOneOf(trx, 'id', ids))
    .where(condition)
    .executeTakeFirst()
  if (numDeletedRows === 0n) return false
  await recountTags(trx, counted, [])
  while (!(await deleteNotificationsOn(trx, ids)).done);
  postsDeleted(trx, posts)
  return true
}

const REACTIONS = ['comments', 'likes', 'suspended_likes', 'bookmarks'] as const
const ON_A_POST = [...REACTIONS, 'post_versions', 'comment_versions'] as const

export function countRowsOn(post: RawBuilder<unknown> = sql.ref('posts.id')) {
  const counts = ON_A_POST.map(
    (table) => sql`(
      select count(*) from (select 1 from ${sql.table(table)} where post_id = ${post} limit ${sql.lit(BATCH + 1)}) as few
    )`,
  )
  return sql<number>`${sql.join(counts, sql` + `)}`
}

export async function deleteVersions(trx: Queryable, table: VersionTable, which: RawBuilder<unknown>) {
  const { numAffectedRows = 0n } = await sql`
    delete from ${sql.table(table)} where ${which} and id in (
      select id from ${sql.table(table)} where ${which} limit ${sql.lit(BATCH)}
    )`.execute(trx)
  return { done: numAffectedRows < BATCH, deleted: Number(numAffectedRows) }
}

export async function deleteReactionBatch(trx: Queryable, postId: string): Promise<void> {
  if ((await deleteNotificationsOn(trx, [postId])).deleted > 0) return
  for (const table of ['comment_versions', 'post_versions'] as const) {
    const { deleted } = await deleteVersions(trx, table, sql`post_id = ${postId}`)
    if (deleted > 0) return
  }
  for (const table of REACTIONS) {
    const { deleted } = await deleteReactions(trx, table, 'post_id', postId)
    if (deleted > 0) return
  }
}
