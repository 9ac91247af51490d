import type { FastifyRequest } from 'fastify'
import {
  NOTICES_IN_WINDOW,
  NOTICES_WINDOW,
  REPORTS_IN_WINDOW,
  REPORTS_WINDOW,
} from '../../../contract/limits.ts'
import { CommunityCounts, LogRecord, OwnRemoval, Removal, Report } from '../../../contract/moderation.ts'
import type { App } from '../../context.ts'
import type { Queryable } from '../../database/database.ts'
import { asId } from '../../ids.ts'
import { toJson } from '../../platform/cache/cached-response.ts'
import type { Member } from '../../platform/http/caller.ts'
import { originOf } from '../../platform/http/origin.ts'
import { type Page, pageContent, pageResponse } from '../../platform/http/paging.ts'
import { invalid, requireFound } from '../../platform/http/refusals.ts'
import { refuseMissingParent } from '../accounts/active-member.ts'
import { countByAddress, countWrite, type Limit } from '../accounts/attempts.ts'
import { listLog, presentLogRecord } from '../accounts/audit-log.ts'
import { findMember, MEMBER_NOT_FOUND, presentMember } from '../accounts/members/queries.ts'
import { finishNotificationsOn } from '../notifications/visibility.ts'
import { POST_NOT_FOUND } from '../posts/require.ts'
import { requireContent } from './content.ts'
import { countCommunity } from './counts.ts'
import { failedJobRoutes } from './failed-jobs.ts'
import {
  listRemovals,
  presentRemovals,
  REMOVAL_NOT_FOUND,
  removeContent,
  restoreContent,
} from './removals.ts'
import {
  createNotice,
  createReport,
  forgetOldNotices,
  listReports,
  positionOf,
  presentReports,
  REPORT_NOT_FOUND,
  resolveReport,
} from './reports.ts'
import { suspensions } from './suspensions.ts'

const REPORTS: Limit = { kind: 'reports', max: REPORTS_IN_WINDOW, window: REPORTS_WINDOW }

const NOTICES: Limit = { kind: 'notices', max: NOTICES_IN_WINDOW, window: NOTICES_WINDOW }

const COUNTS_KEPT = 5 * 60_000

export function addModeration({ serve, context }: App): void {
  const { db, cache, settings, maintenance } = context
  const { suspend, lift } = suspensions(context)
  failedJobRoutes(serve, context)
  maintenance.add(() => forgetOldNotices(db))

  serve('POST /api/reports', async ({ member, body }) => {
    await countWrite(context, REPORTS, member.id)
    await createReport(db, member, body)
    return { msg: 'Reported' }
  })

  serve('POST /api/notices', async ({ body, request }) => {
    const path = requireOwnPath(body.url, originOf(request.raw, settings))
    await countByAddress(context, NOTICES, request.address)
    await createNotice(db, path, body)
    return { msg: 'Thank you. We will look at it.' }
  })

  const readerOf = ({ role }: Member, { raw }: FastifyRequest) => ({ role, origin: originOf(raw, settings) })

  serve('GET /api/admin/reports', async ({ member, page, request }) => {
    const rows = await listReports(db.kysely, page)
    const reports = await presentReports(db.kysely, rows, readerOf(member, request))
    const present = (report: Report) => report
    const content = pageContent(reports, page.limit, present, ({ _id, resolved }) =>
      positionOf(_id, !resolved),
    )
    return pageResponse(Report, content, '/api/admin/reports', page.limit)
  })

  serve('PUT /api/admin/reports/:id', async ({ member, params, body, request }) => {
    const id = requireFound(asId(params.id), REPORT_NOT_FOUND)
    const row = await db.transaction((trx) => resolveReport(trx, member, id, body))
    const [report] = await presentReports(db.kysely, [row], readerOf(member, request))
    return report as Report
  })

  const removalsOn = async (page: Page, author?: string) => {
    const removals = await presentRemovals(db.kysely, await listRemovals(db.kysely, page, author))
    const present = (removal: Removal) => removal
    return pageContent(removals, page.limit, present, ({ _id }) => _id)
  }

  serve('GET /api/admin/removals', async ({ page }) =>
    pageResponse(Removal, await removalsOn(page), '/api/admin/removals', page.limit),
  )

  serve('GET /api/auth/removals', async ({ member, page }) =>
    pageResponse(OwnRemoval, await removalsOn(page, member.id), '/api/auth/removals', page.limit),
  )

  serve('POST /api/admin/removals', async ({ member, body }) => {
    const remove = async (trx: Queryable) =>
      removeContent(trx, settings, member, await requireContent(trx, body), body.reason)
    const row = await refuseMissingParent(db, member.id, POST_NOT_FOUND, () => db.transaction(remove))
    await finishNotificationsOn(db, row.post_id)
    const [removal] = await presentRemovals(db.kysely, [row])
    return removal as Removal
  })

  serve('DELETE /api/admin/removals/:id', async ({ member, params }) => {
    const id = requireFound(asId(params.id), REMOVAL_NOT_FOUND)
    const post = await db.transaction((trx) => restoreContent(trx, member, id))
    await finishNotificationsOn(db, post)
    return { msg: 'Restored' }
  })

  const requireMember = async (id: string) =>
    presentMember(requireFound(await findMember(db.kysely, id), MEMBER_NOT_FOUND))

  serve('PUT /api/admin/suspensions/:userId', async ({ member, params, body }) => {
    const id = requireFound(asId(params.userId), MEMBER_NOT_FOUND)
    if (body.until !== null && body.until <= Date.now()) {
      throw invalid({ msg: 'Until must be in the future', field: 'until' })
    }
    await suspend(member, id, body)
    return requireMember(id)
  })

  serve('DELETE /api/admin/suspensions/:userId', async ({ member, params }) => {
    const id = requireFound(asId(params.userId), MEMBER_NOT_FOUND)
    await lift(member, id)
    return requireMember(id)
  })

  serve('GET /api/admin/log', async ({ page }) => {
    const content = pageContent(await listLog(db.kysely, page), page.limit, presentLogRecord, ({ id }) => id)
    return pageResponse(LogRecord, content, '/api/admin/log', page.limit)
  })

  serve('GET /api/admin/figures', () =>
    cache.response('community counts', async () => {
      const counts = await countCommunity(db.kysely, Date.now())
      return { body: toJson(CommunityCounts, counts), topics: [], maxAge: COUNTS_KEPT }
    }),
  )
}

/** Moderators follow it, so it must not lead elsewhere. */
function requireOwnPath(text: string, origin: string): string {
  const url = URL.parse(text, origin)
  if (url?.origin !== origin) throw invalid({ msg: 'Please give an address of this site', field: 'url' })
  return url.pathname + url.search + url.hash
}
