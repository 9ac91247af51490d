import { sql } from 'kysely'
import type { Queryable } from '../../database/database.ts'
import { isOneOf } from '../../database/expressions.ts'
import { topicOf } from '../topics.ts'

// Rows of a post change only while it is locked, so that counts agree with them.

export type TaggedPost = { id: string; user_id: string; tags: string; question: number }

type TagRow = { tag: string; hidden: number }

const readTags = (post: { tags: string }): string[] => JSON.parse(post.tags)

export function feedTopics(posts: TaggedPost[]): string[] {
  const topics = posts.flatMap((post) => [
    topicOf.posts(),
    topicOf.postsBy(post.user_id),
    topicOf.post(post.id),
    ...(post.question ? [topicOf.questions()] : []),
    ...tagTopics(post),
  ])
  return [...new Set(topics)]
}

export const tagTopics = (post: { tags: string }): string[] => readTags(post).map(topicOf.tag)

const topicsOf = (rows: TagRow[]) => [...new Set(rows.map(({ tag }) => topicOf.tag(tag)))]

export async function insertTags(trx: Queryable, post: TaggedPost): Promise<void> {
  const { id, user_id, question } = post
  const tags = readTags(post)
  if (tags.length === 0) return
  const rows = tags.map((tag) => ({ post_id: id, tag, user_id, question, is_open: question, hidden: 0 }))
  await trx.insertInto('post_tags').values(rows).execute()
  await recountTags(trx, [], tags)
}

export async function replaceTags(
  trx: Queryable,
  posts: { id: string; tags: string[] }[],
): Promise<string[]> {
  const removed: TagRow[] = []
  for (const { id, tags } of posts) {
    const deleted = await trx
      .deleteFrom('post_tags')
      .where('post_id', '=', id)
      .where(sql<boolean>`not ${isOneOf(trx, 'tag', tags, 'text')}`)
      .returning(['tag', 'hidden'])
      .execute()
    removed.push(...deleted)
  }
  const ids = posts.map(({ id }) => id)
  const added = await insertMissing(trx, ids)
  await recountTags(trx, visibleTags(removed), visibleTags(added))
  return topicsOf([...removed, ...added])
}

export async function addMissingTags(trx: Queryable, postIds: string[]): Promise<string[]> {
  const added = await insertMissing(trx, postIds)
  await recountTags(trx, [], visibleTags(added))
  return topicsOf(added)
}

async function insertMissing(trx: Queryable, postIds: string[]): Promise<TagRow[]> {
  const posts = await trx
    .selectFrom('posts')
    .select(['id', 'user_id', 'tags', 'question', 'accepted_count', 'hidden'])
    .where(isOneOf(trx, 'id', postIds))
    .where('tags', '!=', '[]')
    .execute()
  const rows = posts.flatMap(({ id, user_id, question, accepted_count, hidden, ...post }) => {
    const is_open = question === 1 && accepted_count === 0 && hidden === 0 ? 1 : 0
    return readTags(post).map((tag) => ({ post_id: id, tag, user_id, question, is_open, hidden }))
  })
  if (rows.length === 0) return []
  return trx
    .insertInto('post_tags')
    .values(rows)
    .onConflict((conflict) => conflict.columns(['post_id', 'tag']).doNothing())
    .returning(['tag', 'hidden'])
    .execute()
}

export async function countedTags(trx: Queryable, postIds: string[]): Promise<string[]> {
  if (postIds.length === 0) return []
  const rows = await trx
    .selectFrom('post_tags')
    .select(['tag', 'hidden'])
    .where(isOneOf(trx, 'post_id', postIds))
    .execute()
  return visibleTags(rows)
}

const visibleTags = (rows: TagRow[]) => rows.filter(({ hidden }) => hidden === 0).map(({ tag }) => tag)

export async function syncTags(trx: Queryable, posts: { id: string; tags: string }[]): Promise<void> {
  const ids = posts.filter(({ tags }) => tags !== '[]').map(({ id }) => id)
  if (ids.length === 0) return
  const before = await countedTags(trx, ids)
  await sql`update post_tags set hidden = posts.hidden,
      is_open = case when posts.question = 1 and posts.accepted_count = 0 and posts.hidden = 0 then 1 else 0 end
    from posts where posts.id = post_tags.post_id and ${isOneOf(trx, 'post_tags.post_id', ids)}`.execute(trx)
  await recountTags(trx, before, await countedTags(trx, ids))
}

export async function recountTags(trx: Queryable, before: string[], after: string[]): Promise<void> {
  const changes = new Map<string, number>()
  for (const tag of before) changes.set(tag, (changes.get(tag) ?? 0) - 1)
  for (const tag of after) changes.set(tag, (changes.get(tag) ?? 0) + 1)
  for (const tag of [...changes.keys()].sort()) await addToCount(trx, tag, changes.get(tag) ?? 0)
}

async function addToCount(trx: Queryable, tag: string, count: number): Promise<void> {
  if (count === 0) return
  await trx
    .insertInto('tags')
    .values({ tag, count })
    .onConflict((conflict) => conflict.column('tag').doUpdateSet({ count: sql`tags.count + excluded.count` }))
    .execute()
  if (count < 0) await trx.deleteFrom('tags').where('tag', '=', tag).where('count', '=', 0).execute()
}
