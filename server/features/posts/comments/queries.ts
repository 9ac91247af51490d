import { sql } from 'kysely'
import { MAX_HTML_BYTES, MAX_LENGTH, PAGE_BYTES } from '../../../../contract/limits.ts'
import type { Queryable } from '../../../database/database.ts'
import { isOneOf } from '../../../database/expressions.ts'
import { isVisible } from '../../../database/hidden.ts'
import type { Page } from '../../../platform/cache/list.ts'
import type { ThreadedRow } from '../present.ts'
import { oldestWithin, visibleParent } from '../reactions.ts'

export function findComments(db: Queryable, postId: string, ids: string[]): Promise<ThreadedRow[]> {
  return db
    .selectFrom('comments')
    .innerJoin('users', 'users.id', 'comments.user_id')
    .select(['comments.id', 'comments.user_id', 'comments.text', 'comments.html', 'comments.render_version'])
    .select(['comments.mentions', 'comments.version', 'comments.edited_at'])
    .select(['comments.accepted', 'comments.parent_id'])
    .select(visibleParent(sql`${postId}`).as('parent'))
    .select(['users.name', 'users.handle', 'users.avatar_hash', 'users.role'])
    .where('comments.post_id', '=', postId)
    .where(isVisible('comments'))
    .where(isOneOf(db, 'comments.id', ids))
    .execute()
}

export function findComment(db: Queryable, postId: string, id: string) {
  return db
    .selectFrom('comments')
    .innerJoin('posts', 'posts.id', 'comments.post_id')
    .select(['comments.id', 'comments.user_id', 'comments.text', 'comments.html', 'comments.render_version'])
    .select(['comments.mentions', 'comments.version', 'comments.edited_at', 'comments.parent_id'])
    .where('comments.id', '=', id)
    .where('comments.post_id', '=', postId)
    .where(isVisible('comments'))
    .where(isVisible('posts'))
    .executeTakeFirst()
}

/** The top comment may be hidden. If it was deleted, each of the others may start a thread. */
export async function findThread(db: Queryable, postId: string, commentId: string) {
  const answered = await findComment(db, postId, commentId)
  if (!answered) return undefined
  const top = answered.parent_id ? await findAuthorOfComment(db, postId, answered.parent_id) : undefined
  return { id: top?.id ?? answered.id, isVisible: top === undefined || top.hidden === 0, answered }
}

export function findAuthorOfComment(db: Queryable, postId: string, id: string) {
  return db
    .selectFrom('comments')
    .select(['id', 'user_id', 'version', 'hidden'])
    .where('id', '=', id)
    .where('post_id', '=', postId)
    .executeTakeFirst()
}

function commentIds(db: Queryable, postId: string) {
  return db
    .selectFrom('comments')
    .select('id')
    .where('post_id', '=', postId)
    .where(isVisible('comments'))
    .orderBy('id', 'desc')
}

// With room for one comment beyond the limit, which shows that there is a next page.
const COMMENT_PAGE_BYTES = PAGE_BYTES + 4 * MAX_LENGTH.post + MAX_HTML_BYTES

/** Ids of the newest comments within these limits; none if even the newest is larger. */
export async function newestComments(
  db: Queryable,
  postId: string,
  limit: number,
  bytes: number,
  before?: string,
): Promise<string[]> {
  const isBefore = before === undefined ? sql`true` : sql`id < ${before}`
  const candidates = sql`post_id = ${postId} and hidden = 0 and ${isBefore}`
  const rows = await commentIds(db, postId)
    .where(sql<boolean>`${isBefore}`)
    .where('id', '>=', oldestWithin(candidates, limit, bytes))
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

/** One more (by count or bytes) if there is a next page. */
export function listComments(db: Queryable, postId: string, { limit, before }: Page): Promise<string[]> {
  return newestComments(db, postId, limit + 1, COMMENT_PAGE_BYTES, before)
}

export async function listAccepted(
  db: Queryable,
  postId: string,
  { limit, before }: Page,
): Promise<string[]> {
  const rows = await commentIds(db, postId)
    .where(sql<boolean>`accepted = 1`)
    .$if(before !== undefined, (query) => query.where('id', '<', before ?? ''))
    .limit(limit + 1)
    .execute()
  return rows.map(({ id }) => id)
}
