import { sql } from 'kysely'
import type { Role } from '../../../contract/access.ts'
import type { Removal } from '../../../contract/moderation.ts'
import type { Queryable } from '../../database/database.ts'
import type { Tables } from '../../database/schema/tables.ts'
import { dateOfId, LAST_ID, newId } from '../../ids.ts'
import type { Member } from '../../platform/http/caller.ts'
import type { Page } from '../../platform/http/paging.ts'
import { forbidden, notFound, requireFound } from '../../platform/http/refusals.ts'
import type { Settings } from '../../platform/process/settings.ts'
import { logAction } from '../accounts/audit-log.ts'
import { findMember } from '../accounts/members/queries.ts'
import { findNames } from '../accounts/queries.ts'
import { requireRole } from '../accounts/roles.ts'
import { notifyOfRemoval } from '../notifications/notify.ts'
import { retractRemoval } from '../notifications/retract.ts'
import { startNotificationsOn, syncEvents } from '../notifications/visibility.ts'
import { addToCounts, countAccepted } from '../posts/counts.ts'
import { syncTags } from '../tags/post-tags.ts'
import { DELETED, isHiddenBecause, isNotHiddenBecause, REMOVED } from '../visibility.ts'
import { commentVisibilityChanged, postVisibilityChanged } from './changes.ts'
import { type Content, findContent } from './content.ts'
import { outranks } from './suspensions.ts'

type RemovalRow = Tables['removals']

export const REMOVAL_NOT_FOUND = 'Removal not found'

export async function removeContent(
  trx: Queryable,
  settings: Settings,
  actor: Member,
  { post, comment, author }: Content,
  reason: string,
): Promise<RemovalRow> {
  const by = await requireMayModerate(trx, actor, author)
  const target_id = comment ?? post
  if (!(await setRemoved(trx, { post, comment }, true))) {
    const existing = await trx
      .selectFrom('removals')
      .selectAll()
      .where('post_id', '=', post)
      .where('target_id', '=', target_id)
      .executeTakeFirst()
    return requireFound(existing, REMOVAL_NOT_FOUND)
  }
  const row = { post_id: post, target_id, id: newId(), user_id: author, by_name: by.name, reason }
  await trx.insertInto('removals').values(row).execute()
  if (author !== actor.id) await notifyOfRemoval(trx, settings, { author, post, comment, reason })
  await logAction(trx, { action: 'removal', by: actor.id, to: author, post, comment, reason })
  return row
}

export async function restoreContent(trx: Queryable, actor: Member, id: string): Promise<string> {
  const removal = await removalsOfPosts(trx).where('removals.id', '=', id).executeTakeFirst()
  const { post_id, target_id, user_id, reason } = requireFound(removal, REMOVAL_NOT_FOUND)
  await requireMayModerate(trx, actor, user_id)
  const { numDeletedRows } = await trx
    .deleteFrom('removals')
    .where('post_id', '=', post_id)
    .where('target_id', '=', target_id)
    .where('id', '=', id)
    .executeTakeFirst()
  if (numDeletedRows === 0n) throw notFound(REMOVAL_NOT_FOUND)
  const comment = commentOf(post_id, target_id)
  await setRemoved(trx, { post: post_id, comment }, false)
  await retractRemoval(trx, user_id, target_id)
  await logAction(trx, { action: 'return', by: actor.id, to: user_id, post: post_id, comment, reason })
  return post_id
}

async function setRemoved(
  trx: Queryable,
  { post, comment }: Pick<Content, 'post' | 'comment'>,
  remove: boolean,
): Promise<boolean> {
  const hidden = sql<number>`${sql.raw(`hidden ${remove ? '+' : '-'} ${REMOVED}`)}`
  const isToChange = (remove ? isNotHiddenBecause : isHiddenBecause)(REMOVED)
  if (comment === null) {
    const changed = await trx
      .updateTable('posts')
      .set({ hidden })
      .where('id', '=', post)
      .where(isToChange)
      .returning(['id', 'user_id', 'tags', 'question', 'hidden'])
      .executeTakeFirst()
    if (!changed) return false
    await syncTags(trx, [changed])
    await startNotificationsOn(trx, changed)
    const noticed = changed.hidden === (remove ? REMOVED : 0) ? [changed] : []
    postVisibilityChanged(trx, [changed], { hide: remove, noticed })
    return true
  }
  const row = await trx
    .updateTable('comments')
    .set({ hidden })
    .where('post_id', '=', post)
    .where('id', '=', comment)
    .where(isToChange)
    .returning(['post_id', 'id', 'hidden', 'accepted'])
    .executeTakeFirst()
  if (!row) return false
  const counted = row.hidden === (remove ? REMOVED : 0) ? [row] : []
  const sign = remove ? -1 : 1
  await addToCounts(trx, 'comment_count', counted, sign)
  if (row.accepted) await countAccepted(trx, counted, sign)
  await syncEvents(trx, sql`comment_id = ${comment}`, row.hidden)
  commentVisibilityChanged(trx, [row], { hide: remove, noticed: counted })
  return true
}

async function requireMayModerate(trx: Queryable, actor: Member, author: string) {
  const current = await requireRole(trx, actor, 'moderator')
  const role: Role = (await findMember(trx, author))?.role ?? 'member'
  if (current.role !== 'admin' && !outranks(current.role, role)) throw forbidden()
  return current
}

const removalsOfPosts = (db: Queryable) =>
  db
    .selectFrom('removals')
    .innerJoin('posts', 'posts.id', 'removals.post_id')
    .selectAll('removals')
    .where(isNotHiddenBecause(DELETED, 'posts'))

export function listRemovals(db: Queryable, { limit, before = LAST_ID }: Page, author?: string) {
  return removalsOfPosts(db)
    .$if(author !== undefined, (query) => query.where('removals.user_id', '=', author ?? ''))
    .where('removals.id', '<', before)
    .orderBy('removals.id', 'desc')
    .limit(limit + 1)
    .execute()
}

export async function presentRemovals(db: Queryable, rows: RemovalRow[]): Promise<Removal[]> {
  const targets = rows.map((row) => ({ ...row, comment_id: commentOf(row.post_id, row.target_id) }))
  const content = await findContent(db, targets)
  const authors = rows.map(({ user_id }) => user_id)
  const names = await findNames(db, authors)
  return targets.map(({ id, post_id, comment_id, target_id, user_id, by_name, reason }) => ({
    _id: id,
    date: dateOfId(id),
    post: post_id,
    comment: comment_id,
    text: content.get(target_id)?.text ?? null,
    reason,
    author: { _id: user_id, name: names.get(user_id) ?? '' },
    by: by_name,
  }))
}

function commentOf(postId: string, targetId: string): string | null {
  return targetId === postId ? null : targetId
}
