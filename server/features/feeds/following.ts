import type { Context } from '../../context.ts'
import { topicOf } from '../../database/changes/topics.ts'
import type { Database } from '../../database/database.ts'
import { isOneOf } from '../../database/expressions.ts'
import { run } from '../../database/prepared.ts'
import { LAST_ID } from '../../ids.ts'
import type { Page, PageKeys } from '../../platform/cache/list.ts'
import { lookup } from '../../platform/cache/lookup.ts'
import { newestOfAll, newestOfPeople, newestOfTags } from './following-queries.ts'
import { findFollowedIds, findFollowedTags } from './follows/queries.ts'
import { keysOf } from './lists.ts'
import { type Filters, newestPosts } from './queries.ts'

type Followed = { people: string[]; tags: string[] }

/** With a tag: its posts by followed people, or all of them if it is followed. The same with an author. */
export function followingFinder({ db, cache }: Context) {
  const findFollowed = lookup(cache, {
    load: async (userId): Promise<Followed> => ({
      people: await findFollowedIds(db.kysely, userId),
      tags: await findFollowedTags(db.kysely, userId),
    }),
    dependsOn: (userId) => [topicOf.follows(userId)],
  })

  const newestOnOneNode = async (
    userId: string,
    { author, tag }: Filters,
    before: string,
    limit: number,
  ): Promise<string[]> => {
    if (tag) return idsIn(await newestOfPeople(db.kysely, limit, userId, before, tag))
    if (author) return idsIn(await newestOfTags(db.kysely, limit, userId, before, author))
    return idsIn(await newestOfAll(db.kysely, limit, userId, before))
  }

  return async (userId: string, { author, tag }: Filters, page: Page): Promise<PageKeys> => {
    const limit = page.limit + 1
    const before = page.before ?? LAST_ID
    const followed = await findFollowed(userId)
    if (followed.people.includes(author ?? '') || followed.tags.includes(tag ?? '')) {
      const query = newestPosts(db.kysely, { part: 'all', author, tag }, { limit, before })
      return keysOf((await run(db.kysely, query)).rows, page)
    }
    if (author !== null && tag !== null) return { keys: [], isLast: true }
    const ids = db.hasNodes?.()
      ? await newestOnNodes(db, followed, { author, tag }, before, limit)
      : await newestOnOneNode(userId, { author, tag }, before, limit)
    const newest = [...new Set(ids)].sort().reverse()
    return keysOf(
      newest.slice(0, limit).map((id) => ({ id })),
      page,
    )
  }
}

const idsIn = ({ rows }: { rows: { ids: string | null }[] }) =>
  rows.flatMap(({ ids }) => ids?.split(',') ?? [])

/** On Citus a person's posts are on all nodes, so each shard returns the newest posts of all people. */
async function newestOnNodes(
  { kysely }: Database,
  { people, tags }: Followed,
  { author, tag }: Filters,
  before: string,
  limit: number,
): Promise<string[]> {
  const tagged = kysely
    .selectFrom('post_tags')
    .select('post_id as id')
    .distinct()
    .where('hidden', '=', 0)
    .where('post_id', '<', before)
    .orderBy('post_id', 'desc')
    .limit(limit)
  const byPeople = tag
    ? tagged.where('tag', '=', tag).where(isOneOf(kysely, 'user_id', people))
    : kysely
        .selectFrom('posts')
        .select('id')
        .where(isOneOf(kysely, 'user_id', people))
        .where('hidden', '=', 0)
        .where('id', '<', before)
        .orderBy('id', 'desc')
        .limit(limit)
  const byTags = tagged
    .where('tag', 'in', tags)
    .$if(author !== null, (query) => query.where('user_id', '=', author ?? ''))
  const rows = [
    ...(author === null && people.length > 0 ? await byPeople.execute() : []),
    ...(tag === null && tags.length > 0 ? await byTags.execute() : []),
  ]
  return rows.map(({ id }) => id)
}
