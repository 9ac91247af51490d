import { Post } from '../../../contract/posts.ts'
import type { Context } from '../../context.ts'
import type { Queryable } from '../../database/database.ts'
import { type CachedResponse, toJson } from '../../platform/cache/cached-response.ts'
import { contentOf, idsOfPage, type Listed, type PageContent } from '../../platform/http/paging.ts'
import { requireFound } from '../../platform/http/refusals.ts'
import type { Settings } from '../../platform/process/settings.ts'
import { topicOf } from '../topics.ts'
import { findPosts, findSizesOfPosts, type LoadedPost } from './queries.ts'
import { IN_FEED, ON_POST } from './reactions.ts'
import { POST_NOT_FOUND } from './require.ts'

export const topicsOfPost = ({ _id, people }: LoadedPost): string[] => [
  topicOf.post(_id),
  ...people.map(topicOf.person),
]

export async function requireCachedPost(
  { db, cache, settings }: Context,
  id: string,
): Promise<CachedResponse> {
  const response = await cache.response(`post ${id}`, async () => {
    const post = (await findPosts(db.kysely, settings, [id], ON_POST)).get(id)
    return post && { body: toJson(Post, post), topics: topicsOfPost(post) }
  })
  return requireFound(response, POST_NOT_FOUND)
}

export const listedById = (ids: string[]): Listed[] => ids.map((id) => ({ id, position: id }))

export async function findPageOfPosts(
  db: Queryable,
  settings: Settings,
  rows: Listed[],
  limit: number,
): Promise<PageContent<LoadedPost> & { topics: string[] }> {
  const listed = rows.slice(0, limit).map(({ id }) => id)
  const ids = await idsOfPage(listed, (all) => findSizesOfPosts(db, all))
  const posts = await findPosts(db, settings, ids, IN_FEED)
  const topics = [...ids.map(topicOf.post), ...[...posts.values()].flatMap(topicsOfPost)]
  return { ...contentOf(rows, ids, posts), topics }
}
