import type { Database, Queryable } from '../../../database/database.ts'
import { isOneOf } from '../../../database/expressions.ts'
import { LAST_ID } from '../../../ids.ts'
import type { Page } from '../../../platform/http/paging.ts'
import { visiblePosts, visiblePostTags } from '../../visibility.ts'
import { newestFollowed } from './following-queries.ts'
import { newestFirst } from './for-me.ts'
import { type Filters, newestPosts } from './queries.ts'

type Followed = { people: string[]; tags: string[] }

export async function findFollowedPosts(
  db: Database,
  userId: string,
  { author, tag }: Filters,
  page: Page,
): Promise<string[]> {
  const { limit, before = LAST_ID } = page
  const people = await findFollowedIds(db.kysely, userId)
  const tags = await findFollowedTags(db.kysely, userId)
  if (people.includes(author ?? '') || tags.includes(tag ?? '')) {
    return newestPosts(db.kysely, { part: 'all', author, tag }, page)
  }
  if (author !== null && tag !== null) return []
  const ids = db.isDistributed()
    ? await newestOnNodes(db, { people, tags }, { author, tag }, before, limit)
    : await newestFollowed(db.kysely, userId, { author, tag }, before, limit)
  return newestFirst(ids).slice(0, limit)
}

/** On Citus, posts of an author are on all nodes, so each shard returns the newest of all. */
async function newestOnNodes(
  { kysely }: Database,
  { people, tags }: Followed,
  { author, tag }: Filters,
  before: string,
  limit: number,
): Promise<string[]> {
  const tagged = visiblePostTags(kysely)
    .select('post_id as id')
    .distinct()
    .where('post_id', '<', before)
    .orderBy('post_id', 'desc')
    .limit(limit)
  const byPeople = tag
    ? tagged.where('tag', '=', tag).where(isOneOf(kysely, 'user_id', people))
    : visiblePosts(kysely)
        .select('id')
        .where(isOneOf(kysely, 'user_id', people))
        .where('id', '<', before)
        .orderBy('id', 'desc')
        .limit(limit)
  const byTags = tagged
    .where(isOneOf(kysely, 'tag', tags, 'text'))
    .$if(author !== null, (query) => query.where('user_id', '=', author ?? ''))
  const rows = [
    ...(author === null && people.length > 0 ? await byPeople.execute() : []),
    ...(tag === null && tags.length > 0 ? await byTags.execute() : []),
  ]
  return rows.map(({ id }) => id)
}

async function findFollowedIds(db: Queryable, userId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('follows_people')
    .select('other_id')
    .where('user_id', '=', userId)
    .execute()
  return rows.map(({ other_id }) => other_id)
}

export async function findFollowedTags(db: Queryable, userId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('follows_tags')
    .select('tag')
    .where('user_id', '=', userId)
    .orderBy('id', 'desc')
    .execute()
  return rows.map(({ tag }) => tag)
}
