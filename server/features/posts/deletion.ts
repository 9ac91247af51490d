import { type RawBuilder, sql } from 'kysely'
import { BATCH } from '../../database/batches.ts'
import { recordChanges } from '../../database/changes/changes.ts'
import { topicOf } from '../../database/changes/topics.ts'
import type { Queryable } from '../../database/database.ts'
import { goneEvents } from '../events/topics.ts'
import { deleteNotificationsOn } from '../notifications/retract.ts'
import { recountTags } from '../tags/counts.ts'
import { countedTags, type TaggedPost } from '../tags/post-tags.ts'
import { postsDeleted } from './changes.ts'
import { addToCounts } from './count-on-post.ts'
import { notifiedOfPost } from './notified.ts'
import { countAccepted } from './solved.ts'

type VersionTable = 'post_versions' | 'comment_versions'
type EntryTable = 'likes' | 'comments' | 'suspended_likes' | 'bookmarks'

const COUNTS = { likes: 'like_count', comments: 'comment_count' } as const

/** Which rows are in the counts and answers of their posts. */
const SHOWN = {
  likes: sql`true`,
  comments: sql`hidden = 0`,
  suspended_likes: sql`false`,
  bookmarks: sql`false`,
} satisfies Record<EntryTable, RawBuilder<unknown>>

/**
 * Deletes a batch of the likes or comments of a user, or on a post; the counts of the posts, which include only what
 * is shown, stay exact.
 */
export async function deleteEntries(
  trx: Queryable,
  table: EntryTable,
  by: 'user_id' | 'post_id',
  id: string,
): Promise<{ done: boolean; deleted: number }> {
  // The key of a like is its post and its user.
  const key = table === 'comments' ? 'id' : by === 'user_id' ? 'post_id' : 'user_id'
  const ofComment = table === 'comments' ? sql`, id, accepted` : sql``
  const { rows } = await sql<{
    post_id: string
    counted: boolean | number
    id?: string
    accepted?: number
  }>`
    delete from ${sql.table(table)} where ${sql.ref(by)} = ${id} and ${sql.ref(key)} in (
      select ${sql.ref(key)} from ${sql.table(table)} where ${sql.ref(by)} = ${id} limit ${sql.lit(BATCH)}
    ) returning post_id, ${SHOWN[table]} as counted${ofComment}`.execute(trx)
  const counted = rows.filter((row) => row.counted)
  if (table === 'likes' || table === 'comments') await addToCounts(trx, COUNTS[table], counted, -1)
  const accepted = counted.filter((row) => row.accepted === 1)
  await countAccepted(trx, accepted, -1)
  // Comments that answer one that is gone show it no more.
  const topics = counted.flatMap(({ post_id, id }) => [
    topicOf.post(post_id),
    ...(id ? [topicOf.comment(id)] : []),
  ])
  // A post is gone as a whole.
  const comments = by === 'user_id' ? counted.map((row) => ({ post: row.post_id, comment: row.id })) : []
  if (table === 'comments') topics.push(...goneEvents(comments))
  await recordChanges(trx, ...topics)
  return { done: rows.length < BATCH, deleted: rows.length }
}

/** Deletes a batch of a user's posts, each with its likes and comments. */
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

/** These posts, as far as they exist; setting the same value locks them until the commit. */
export function lockPosts(trx: Queryable, ids: string[]): Promise<TaggedPost[]> {
  return trx
    .updateTable('posts')
    .set(({ ref }) => ({ hidden: ref('hidden') }))
    .where('id', 'in', ids)
    .returning(['id', 'user_id', 'tags', 'question'])
    .execute()
}

/** Deletes posts that are locked, if the condition holds for them. */
export async function deleteLocked(
  trx: Queryable,
  posts: TaggedPost[],
  condition = sql<boolean>`true`,
): Promise<boolean> {
  const ids = posts.map(({ id }) => id)
  if (ids.length === 0) return false
  const tagged = posts.filter(({ tags }) => tags !== '[]').map(({ id }) => id)
  const counted = await countedTags(trx, tagged)
  const recipients = await notifiedOfPost(trx, posts)
  const { numDeletedRows } = await trx
    .deleteFrom('posts')
    .where('id', 'in', ids)
    .where(condition)
    .executeTakeFirst()
  if (numDeletedRows === 0n) return false
  await recountTags(trx, counted, [])
  while (!(await deleteNotificationsOn(trx, ids, recipients)).done);
  await postsDeleted(trx, posts)
  return true
}

const REACTIONS = ['comments', 'likes', 'suspended_likes', 'bookmarks'] as const
const ON_A_POST = [...REACTIONS, 'post_versions', 'comment_versions'] as const

/** How many rows are deleted with a post, up to one more than a batch from each table. */
export function countRowsOn(post: RawBuilder<unknown> = sql.ref('posts.id')) {
  const counts = ON_A_POST.map(
    (table) => sql`(
      select count(*) from (select 1 from ${sql.table(table)} where post_id = ${post} limit ${sql.lit(BATCH + 1)}) as few
    )`,
  )
  return sql<number>`${sql.join(counts, sql` + `)}`
}

/** Deletes a batch of old versions; those of a post or a comment can be many. */
export async function deleteVersions(
  trx: Queryable,
  table: VersionTable,
  which: RawBuilder<unknown>,
): Promise<{ done: boolean; deleted: number }> {
  const { numAffectedRows = 0n } = await sql`
    delete from ${sql.table(table)} where ${which} and id in (
      select id from ${sql.table(table)} where ${which} limit ${sql.lit(BATCH)}
    )`.execute(trx)
  return { done: numAffectedRows < BATCH, deleted: Number(numAffectedRows) }
}

/** Deletes a batch of the old versions of all that a user wrote. */
export function deleteVersionsOf(trx: Queryable, table: VersionTable, userId: string) {
  return deleteVersions(trx, table, sql`user_id = ${userId}`)
}

/** Deletes a batch of the notifications about a post, then of its old versions, comments, likes and bookmarks. */
export async function deleteReactionBatch(trx: Queryable, postId: string): Promise<void> {
  if ((await deleteNotificationsOn(trx, [postId])).deleted > 0) return
  for (const table of ['comment_versions', 'post_versions'] as const) {
    const { deleted } = await deleteVersions(trx, table, sql`post_id = ${postId}`)
    if (deleted > 0) return
  }
  for (const table of REACTIONS) {
    const { deleted } = await deleteEntries(trx, table, 'post_id', postId)
    if (deleted > 0) return
  }
}
