import { sql } from 'kysely'
import type { Role } from '../../../contract/access.ts'
import type { Removal } from '../../../contract/moderation.ts'
import { recordChanges } from '../../database/changes/changes.ts'
import { topicOf } from '../../database/changes/topics.ts'
import type { Queryable } from '../../database/database.ts'
import { REMOVED } from '../../database/hidden.ts'
import type { Tables } from '../../database/schema/tables.ts'
import { dateOfId, newId } from '../../ids.ts'
import type { Page } from '../../platform/cache/list.ts'
import type { Member } from '../../platform/http/caller.ts'
import { notYours, requireFound } from '../../platform/http/refusals.ts'
import { recordAct } from '../accounts/log.ts'
import { findMember } from '../accounts/members/queries.ts'
import { findNames } from '../accounts/queries.ts'
import { requireRole } from '../accounts/roles.ts'
import { changedEvents, goneEvents } from '../events/topics.ts'
import { settleActs, settleEntriesOn } from '../notifications/hiding.ts'
import { forgetRemoval, tellOfRemoval } from '../notifications/removals.ts'
import { countAccepted } from '../posts/answers/accepted-count.ts'
import { addToCounts } from '../posts/counts.ts'
import { feedTopics, settleTags } from '../tags/post-tags.ts'
import { type Entry, findEntries } from './entries.ts'
import { outranks } from './suspensions.ts'

type RemovalRow = Tables['removals']

export const NO_REMOVAL = 'Removal not found'

/** Takes an entry out of all answers; what has been taken out already stays as it is. */
export async function removeEntry(
  trx: Queryable,
  actor: Member,
  entry: Entry,
  { reason, hasMail }: { reason: string; hasMail: boolean },
): Promise<RemovalRow> {
  const by = await requireMayModerate(trx, actor, entry.author)
  const target_id = entry.comment ?? entry.post
  if (!(await setRemoved(trx, entry, true))) {
    const known = await trx
      .selectFrom('removals')
      .selectAll()
      .where('post_id', '=', entry.post)
      .where('target_id', '=', target_id)
      .executeTakeFirst()
    return requireFound(known, NO_REMOVAL)
  }
  const row = { post_id: entry.post, target_id, id: newId(), user_id: entry.author, by_name: by.name, reason }
  await trx.insertInto('removals').values(row).execute()
  const { post, comment, author } = entry
  if (author !== actor.id) await tellOfRemoval(trx, { author, post, comment, reason, hasMail })
  await recordAct(trx, { action: 'removal', by: actor.id, to: author, post, comment, reason })
  return row
}

/** Brings back what was taken out. */
export async function returnEntry(trx: Queryable, actor: Member, id: string): Promise<void> {
  const found = await trx.selectFrom('removals').selectAll().where('id', '=', id).executeTakeFirst()
  const { post_id, target_id, user_id, reason } = requireFound(found, NO_REMOVAL)
  await requireMayModerate(trx, actor, user_id)
  const { numDeletedRows } = await trx
    .deleteFrom('removals')
    .where('post_id', '=', post_id)
    .where('target_id', '=', target_id)
    .where('id', '=', id)
    .executeTakeFirst()
  requireFound(numDeletedRows > 0n || undefined, NO_REMOVAL)
  const comment = target_id === post_id ? null : target_id
  await setRemoved(trx, { post: post_id, comment }, false)
  await forgetRemoval(trx, user_id, target_id)
  await recordAct(trx, { action: 'return', by: actor.id, to: user_id, post: post_id, comment, reason })
}

/** False if it is like that already, or does not exist any more. */
async function setRemoved(
  trx: Queryable,
  { post, comment }: Pick<Entry, 'post' | 'comment'>,
  remove: boolean,
): Promise<boolean> {
  const hidden = sql<number>`${sql.raw(`hidden ${remove ? '+' : '-'} ${REMOVED}`)}`
  const isToChange = sql<boolean>`${sql.raw(`(hidden & ${REMOVED}) = ${remove ? 0 : REMOVED}`)}`
  const events = remove ? goneEvents : changedEvents
  if (comment === null) {
    const changed = await trx
      .updateTable('posts')
      .set({ hidden })
      .where('id', '=', post)
      .where(isToChange)
      .returning(['id', 'user_id', 'tags', 'question', 'hidden'])
      .execute()
    if (changed.length === 0) return false
    await settleTags(trx, changed)
    await settleEntriesOn(trx, [post], changed[0]?.hidden !== 0)
    await recordChanges(trx, ...feedTopics(changed), ...events([{ post }]))
    return true
  }
  const row = await trx
    .updateTable('comments')
    .set({ hidden })
    .where('post_id', '=', post)
    .where('id', '=', comment)
    .where(isToChange)
    .returning(['post_id', 'hidden', 'accepted'])
    .executeTakeFirst()
  if (!row) return false
  const sign = remove ? -1 : 1
  const topics = [topicOf.post(post), topicOf.comment(comment)]
  // If the author is suspended, it is neither shown before nor after.
  if (row.hidden === (remove ? REMOVED : 0)) {
    await addToCounts(trx, 'comment_count', [row], sign)
    if (row.accepted) await countAccepted(trx, [row], sign)
    topics.push(...events([{ post, comment }]))
  }
  await settleActs(trx, sql`comment_id = ${comment}`, row.hidden)
  await recordChanges(trx, ...topics)
  return true
}

/** Moderators act on what members wrote, admins on everything. */
async function requireMayModerate(trx: Queryable, actor: Member, author: string) {
  const current = await requireRole(trx, actor, 'moderator')
  const role: Role = (await findMember(trx, author))?.role ?? 'member'
  if (current.role !== 'admin' && !outranks(current.role, role)) throw notYours()
  return current
}

/** A page of removals, of one author or of all, and one more to tell whether there is a next page. */
export function listRemovals(db: Queryable, { limit, before }: Page, author?: string) {
  return db
    .selectFrom('removals')
    .selectAll()
    .$if(author !== undefined, (query) => query.where('user_id', '=', author ?? ''))
    .$if(before !== undefined, (query) => query.where('id', '<', before ?? ''))
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute()
}

export async function presentRemovals(db: Queryable, rows: RemovalRow[]): Promise<Removal[]> {
  const named = rows.map(({ post_id, target_id }) => ({ post_id, comment_id: commentOf(post_id, target_id) }))
  const entries = await findEntries(db, named)
  const names = await findNames(
    db,
    rows.map(({ user_id }) => user_id),
  )
  return rows.map(({ id, post_id, target_id, user_id, by_name, reason }) => ({
    _id: id,
    date: dateOfId(id),
    post: post_id,
    comment: commentOf(post_id, target_id),
    text: entries.get(target_id)?.text ?? null,
    reason,
    author: { _id: user_id, name: names.get(user_id) ?? '' },
    by: by_name,
  }))
}

function commentOf(postId: string, entryId: string): string | null {
  return entryId === postId ? null : entryId
}
