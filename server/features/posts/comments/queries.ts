import { sql } from 'kysely'
import { MAX_HTML_BYTES, MAX_LENGTH, PAGE_BYTES } from '../../../../contract/limits.ts'
import type { Comment } from '../../../../contract/posts.ts'
import type { Queryable } from '../../../database/database.ts'
import { isOneOf } from '../../../database/expressions.ts'
import { LAST_ID } from '../../../ids.ts'
import type { Page } from '../../../platform/http/paging.ts'
import type { Settings } from '../../../platform/process/settings.ts'
import { findMentioned } from '../../markdown/mentions.ts'
import { isVisible, visibleComments } from '../../visibility.ts'
import { type CommentRow, presentComment } from '../present.ts'
import { commentIds, commentRows, newestComments, ON_POST, oldestWithin, withinBytes } from '../reactions.ts'

export function findComments(db: Queryable, postId: string, ids: string[]): Promise<CommentRow[]> {
  return commentRows(db)
    .where('comments.post_id', '=', postId)
    .where(isOneOf(db, 'comments.id', ids))
    .execute()
}

export async function presentComments(
  db: Queryable,
  settings: Settings,
  rows: CommentRow[],
): Promise<Comment[]> {
  const people = await findMentioned(db, rows)
  return rows.map((row) => presentComment(settings, row, people))
}

export async function findNewestComments(
  db: Queryable,
  settings: Settings,
  postId: string,
): Promise<Comment[]> {
  const rows = await newestComments(db, ON_POST, postId).execute()
  return withinBytes(await presentComments(db, settings, rows), ON_POST.commentBytes)
}

export function findComment(db: Queryable, postId: string, id: string) {
  return visibleComments(db)
    .innerJoin('posts', 'posts.id', 'comments.post_id')
    .select(['comments.id', 'comments.user_id', 'comments.text', 'comments.html', 'comments.render_version'])
    .select(['comments.mentions', 'comments.version', 'comments.edited_at', 'comments.parent_id'])
    .where('comments.id', '=', id)
    .where('comments.post_id', '=', postId)
    .where(isVisible('posts'))
    .executeTakeFirst()
}

/** The top comment may be hidden; if it was deleted, its replies may start threads. */
export async function findThread(db: Queryable, postId: string, commentId: string) {
  const answered = await findComment(db, postId, commentId)
  if (!answered) return undefined
  const top = answered.parent_id ? await findAuthorOfComment(db, postId, answered.parent_id) : undefined
  return { id: top?.id ?? answered.id, answered }
}

/** Includes hidden comments, which their authors may delete. */
export function findAuthorOfComment(db: Queryable, postId: string, id: string) {
  return db
    .selectFrom('comments')
    .select(['id', 'user_id', 'version'])
    .where('id', '=', id)
    .where('post_id', '=', postId)
    .executeTakeFirst()
}

const COMMENT_PAGE_BYTES = PAGE_BYTES + 4 * MAX_LENGTH.post + MAX_HTML_BYTES

export function listComments(
  db: Queryable,
  postId: string,
  accepted: boolean,
  { limit, before = LAST_ID }: Page,
): Promise<CommentRow[]> {
  const older = commentIds(db, postId)
    .where('id', '<', before)
    .$if(accepted, (query) => query.where(sql<boolean>`accepted = 1`))
    .limit(limit + 1)
  return commentRows(db)
    .where('comments.post_id', '=', postId)
    .where('comments.id', '<', before)
    .where('comments.id', '>=', oldestWithin(older, COMMENT_PAGE_BYTES))
    .$if(accepted, (query) => query.where(sql<boolean>`comments.accepted = 1`))
    .orderBy('comments.id', 'desc')
    .limit(limit + 1)
    .execute()
}
