import { setTimeout } from 'node:timers/promises'
import type { Database, Queryable } from '../database/database.ts'
import { isOneOf } from '../database/expressions.ts'
import { isShown } from '../database/hidden.ts'
import { prepare } from '../database/prepared.ts'
import type { LiveEvent } from './events.ts'

// On several nodes the table of changes commits first, and the other nodes a moment later.
const COMMIT_PAUSE = 100

const shownPosts = prepare((db, ids: string[]) =>
  db
    .selectFrom('posts')
    .select('id')
    .where(isShown('posts'))
    .where(isOneOf(db, 'posts.id', ids)),
)

const shownComments = prepare((db, postIds: string[], ids: string[]) =>
  db
    .selectFrom('comments')
    .select('id')
    .where(isShown('comments'))
    .where(isOneOf(db, 'comments.post_id', postIds))
    .where(isOneOf(db, 'comments.id', ids)),
)

/** Leaves out events about entries that were deleted or hidden meanwhile. The events that say so stay. */
export async function shownEvents(db: Database, events: LiveEvent[]): Promise<LiveEvent[]> {
  const shown = await filterShown(db.kysely, events)
  if (shown.length === events.length || !db.hasNodes?.()) return shown
  await setTimeout(COMMIT_PAUSE)
  return filterShown(db.kysely, events)
}

async function filterShown(db: Queryable, events: LiveEvent[]): Promise<LiveEvent[]> {
  const toCheck = events.filter(({ isGone }) => !isGone)
  const postIds = [...new Set(toCheck.flatMap(({ data }) => data.post ?? []))]
  if (postIds.length === 0) return events
  const commentIds = toCheck.flatMap(({ data }) => data.comment ?? [])
  const shown = new Set((await shownPosts(db, postIds)).rows.map(({ id }) => id))
  if (commentIds.length > 0) {
    for (const { id } of (await shownComments(db, postIds, commentIds)).rows) shown.add(id)
  }
  return events.filter(
    ({ data: { post, comment }, isGone }) =>
      isGone || ((post === undefined || shown.has(post)) && (comment === undefined || shown.has(comment))),
  )
}
