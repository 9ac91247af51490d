import type { LogRecord } from '../../../contract/moderation.ts'
import type { Queryable } from '../../database/database.ts'
import type { Tables } from '../../database/schema/tables.ts'
import { dateOfId, LAST_ID, newId } from '../../ids.ts'
import type { Page } from '../../platform/http/paging.ts'
import { findNames } from './queries.ts'

type LoggedAction = {
  action: LogRecord['action']
  by: string | null
  to?: string
  post?: string | null
  comment?: string | null
  reason?: string | null
  details?: string | null
}

/** Copies names, because the log outlives accounts. Rows are never changed or deleted. */
export async function logAction(trx: Queryable, logged: LoggedAction): Promise<void> {
  const { action, by, to, post = null, comment = null, reason = null, details = null } = logged
  const userIds = [by, to].flatMap((id) => id ?? [])
  const names = await findNames(trx, userIds)
  await trx
    .insertInto('audit_log')
    .values({
      id: newId(),
      action,
      by_id: by,
      by_name: by && (names.get(by) ?? ''),
      to_id: to ?? null,
      to_name: to ? (names.get(to) ?? '') : null,
      post_id: post,
      comment_id: comment,
      reason,
      details,
    })
    .execute()
}

export function listLog(db: Queryable, { limit, before = LAST_ID }: Page): Promise<Tables['audit_log'][]> {
  return db
    .selectFrom('audit_log')
    .selectAll()
    .where('id', '<', before)
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute()
}

export function presentLogRecord(row: Tables['audit_log']): LogRecord {
  return {
    _id: row.id,
    date: dateOfId(row.id),
    action: row.action,
    by: row.by_id && { _id: row.by_id, name: row.by_name ?? '' },
    to: row.to_id && { _id: row.to_id, name: row.to_name ?? '' },
    post: row.post_id,
    comment: row.comment_id,
    reason: row.reason,
    details: row.details,
  } as LogRecord
}
