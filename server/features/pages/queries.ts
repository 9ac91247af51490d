import type { Context } from '../../context.ts'
import type { Queryable } from '../../database/database.ts'
import { type Filter, newestPosts } from '../posts/feed/queries.ts'
import { findPosts, type LoadedPost } from '../posts/queries.ts'
import { TEXT_ONLY } from '../posts/reactions.ts'
import { visibleProfiles } from '../visibility.ts'

export function listProfilesFrom(db: Queryable, from: string | undefined, limit: number) {
  return profilesFrom(db, from).select('user_id').limit(limit).execute()
}

export async function findProfileAfter(db: Queryable, from: string | undefined, steps: number) {
  const row = await profilesFrom(db, from).select('id').limit(1).offset(steps).executeTakeFirst()
  return row?.id
}

function profilesFrom(db: Queryable, from: string | undefined) {
  return visibleProfiles(db)
    .$if(from !== undefined, (query) => query.where('id', '>=', from ?? ''))
    .orderBy('id')
}

export async function findNewestPosts(
  { db, settings }: Context,
  filter: Filter,
  limit: number,
): Promise<LoadedPost[]> {
  const ids = await newestPosts(db.kysely, filter, { limit, before: undefined })
  const posts = await findPosts(db.kysely, settings, ids, TEXT_ONLY)
  return ids.flatMap((id) => posts.get(id) ?? [])
}
