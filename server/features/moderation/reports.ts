import { type Selectable, sql } from 'kysely'
import { hasRole, type Role } from '../../../contract/access.ts'
import { NOTICE_DAYS } from '../../../contract/limits.ts'
import type { NewNotice, NewReport, Report, ReportResolution } from '../../../contract/moderation.ts'
import { deleteInBatches } from '../../database/batches.ts'
import type { Database, Queryable } from '../../database/database.ts'
import type { Tables } from '../../database/schema/tables.ts'
import { dateOfId, LAST_ID, newId } from '../../ids.ts'
import type { Member } from '../../platform/http/caller.ts'
import type { Page } from '../../platform/http/paging.ts'
import { invalid, notFound, requireFound } from '../../platform/http/refusals.ts'
import { refuseMissingParent, requireActive } from '../accounts/active-member.ts'
import { logAction } from '../accounts/audit-log.ts'
import { PERSON_NOT_FOUND, requireActivePerson } from '../accounts/members/queries.ts'
import { findNames } from '../accounts/queries.ts'
import { requireRole } from '../accounts/roles.ts'
import { COMMENT_NOT_FOUND, POST_NOT_FOUND } from '../posts/require.ts'
import { findContent, requireContent } from './content.ts'

type ReportRow = Selectable<Tables['reports']>

const DAY = 24 * 60 * 60_000

export const REPORT_NOT_FOUND = 'Report not found'

// Lists open reports first: ids begin with 0 for centuries.
export const positionOf = (id: string, isOpen: boolean) => (isOpen ? `f${id.slice(1)}` : id)

export async function createReport(db: Database, reporter: Member, report: NewReport): Promise<void> {
  const subject = await requireSubject(db.kysely, report)
  if (subject.user_id === reporter.id) throw invalid({ msg: 'You cannot report yourself' })
  const id = newId()
  const insert = async (trx: Queryable) => {
    await requireActive(trx, reporter.id)
    await trx
      .insertInto('reports')
      .values({
        id,
        position: positionOf(id, true),
        reporter_id: reporter.id,
        ...subject,
        reason: report.reason,
      })
      .onConflict((conflict) =>
        conflict.columns(['reporter_id', 'target_id']).where('resolved_at', 'is', null).doNothing(),
      )
      .execute()
  }
  const missing = report.user === null ? POST_NOT_FOUND : PERSON_NOT_FOUND
  await refuseMissingParent(db, reporter.id, missing, () => db.transaction(insert))
}

async function requireSubject(db: Queryable, { post, comment, user }: NewReport) {
  if (user !== null) {
    const { id } = await requireActivePerson(db, user)
    return { target_id: id, post_id: null, comment_id: null, user_id: id }
  }
  const content = await requireContent(db, { post, comment })
  if (!content.isVisible) throw notFound(comment === null ? POST_NOT_FOUND : COMMENT_NOT_FOUND)
  return {
    target_id: content.comment ?? content.post,
    post_id: content.post,
    comment_id: content.comment,
    user_id: content.author,
  }
}

export async function createNotice(db: Database, path: string, { reason, email }: NewNotice): Promise<void> {
  const id = newId()
  const nobody = { reporter_id: null, target_id: null, post_id: null, comment_id: null, user_id: null }
  await db.transaction((trx) =>
    trx
      .insertInto('reports')
      .values({ id, position: positionOf(id, true), ...nobody, path, email, reason })
      .execute(),
  )
}

export function forgetOldNotices(db: Database): Promise<void> {
  const oldest = Date.now() - NOTICE_DAYS * DAY
  return deleteInBatches(db, 'reports', 'id', sql`path is not null and resolved_at < ${oldest}`)
}

export function listReports(db: Queryable, { limit, before = LAST_ID }: Page): Promise<ReportRow[]> {
  return db
    .selectFrom('reports')
    .selectAll()
    .where('position', '<', before)
    .orderBy('position', 'desc')
    .limit(limit + 1)
    .execute()
}

export async function resolveReport(
  trx: Queryable,
  actor: Member,
  id: string,
  { note }: ReportResolution,
): Promise<ReportRow> {
  const moderator = await requireRole(trx, actor, 'moderator')
  const resolved = await trx
    .updateTable('reports')
    .set({ position: positionOf(id, false), resolved_at: Date.now(), resolved_by: moderator.name, note })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
  const report = requireFound(resolved, REPORT_NOT_FOUND)
  await logAction(trx, {
    action: 'report',
    by: actor.id,
    ...(report.user_id !== null && { to: report.user_id }),
    post: report.post_id,
    comment: report.comment_id,
    // The log outlives what visitors have written.
    reason: report.path === null ? report.reason : null,
    details: note || null,
  })
  return report
}

type Reader = { role: Role; origin: string }

export async function presentReports(
  db: Queryable,
  rows: ReportRow[],
  { role, origin }: Reader,
): Promise<Report[]> {
  const content = await findContent(db, rows)
  const people = rows.flatMap(({ user_id, reporter_id }) => [user_id ?? [], reporter_id ?? []].flat())
  const names = await findNames(db, people)
  const named = (id: string | null) => id && { _id: id, name: names.get(id) ?? '' }
  const seesEmails = hasRole(role, 'admin')
  return rows.map((row) => ({
    _id: row.id,
    date: dateOfId(row.id),
    post: row.post_id,
    comment: row.comment_id,
    user: named(row.user_id),
    url: row.path && origin + row.path,
    ...(seesEmails && row.email !== null && { email: row.email }),
    text: content.get(row.target_id ?? '')?.text ?? null,
    removed: content.get(row.target_id ?? '')?.isRemoved ?? false,
    reporter: named(row.reporter_id),
    reason: row.reason,
    resolved: row.resolved_at !== null,
    resolvedAt: row.resolved_at && new Date(row.resolved_at).toISOString(),
    resolvedBy: row.resolved_by,
    note: row.note,
  })) as Report[]
}
