import { setImmediate, setTimeout } from 'node:timers/promises'
import type { Database, Queryable } from '../../database/database.ts'
import { isOneOf } from '../../database/expressions.ts'
import { visibleComments, visiblePosts } from '../visibility.ts'
import type { LiveEvent } from './events.ts'

// Citus nodes commit a moment after the table of changes.
const COMMIT_PAUSE = 100
const CHECKED_AT_ONCE = 200

type Check = (event: LiveEvent) => boolean

export async function visibleAmong(db: Database, events: LiveEvent[]): Promise<Check> {
  const check = await checkVisible(db.kysely, events)
  if (!db.isDistributed() || events.every(check)) return check
  await setTimeout(COMMIT_PAUSE)
  return checkVisible(db.kysely, events)
}

async function checkVisible(db: Queryable, events: LiveEvent[]): Promise<Check> {
  const visible = new Set<string>()
  const toCheck = events.filter(({ isGone, data }) => !isGone && data.post !== undefined)
  for (let start = 0; start < toCheck.length; start += CHECKED_AT_ONCE) {
    await setImmediate()
    const batch = toCheck.slice(start, start + CHECKED_AT_ONCE)
    const postIds = [...new Set(batch.flatMap(({ data }) => data.post ?? []))]
    const commentIds = batch.flatMap(({ data }) => data.comment ?? [])
    const posts = visiblePosts(db)
      .select('id')
      .where(isOneOf(db, 'id', postIds))
    for (const { id } of await posts.execute()) visible.add(id)
    if (commentIds.length === 0) continue
    const comments = visibleComments(db)
      .select('id')
      .where(isOneOf(db, 'post_id', postIds))
      .where(isOneOf(db, 'id', commentIds))
    for (const { id } of await comments.execute()) visible.add(id)
  }
  return ({ data: { post, comment }, isGone }) =>
    isGone || [post, comment].every((id) => id === undefined || visible.has(id))
}
