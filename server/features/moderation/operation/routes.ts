import { FailedJob, Figures, LogRecord } from '../../../../contract/moderation.ts'
import type { Context } from '../../../context.ts'
import { asId } from '../../../ids.ts'
import { toJson } from '../../../platform/cache/to-json.ts'
import type { Serve } from '../../../platform/http/handler.ts'
import { pageContent, pageResponse } from '../../../platform/http/paging.ts'
import { requireFound } from '../../../platform/http/refusals.ts'
import { listLog, presentLogRecord } from '../../accounts/audit-log.ts'
import { requireRole } from '../../accounts/roles.ts'
import { countFigures } from './figures.ts'

const FIGURES_KEPT = 5 * 60_000

export function operationRoutes(serve: Serve, { db, cache, jobs }: Context): void {
  serve('GET /api/admin/log', async ({ page }) => {
    const content = pageContent(await listLog(db.kysely, page), page.limit, presentLogRecord, ({ id }) => id)
    return pageResponse(LogRecord, content, '/api/admin/log', page.limit)
  })

  serve('GET /api/admin/figures', () =>
    cache.response('figures', async () => {
      const figures = await countFigures(db.kysely, Date.now())
      return { body: toJson(Figures, figures), topics: [], maxAge: FIGURES_KEPT }
    }),
  )

  serve('GET /api/admin/jobs', async ({ page }) => {
    const content = pageContent(
      await jobs.listFailed(page),
      page.limit,
      ({ id, kind, error, attempts, failed_at }): FailedJob => ({
        _id: id,
        kind,
        error: error ?? '',
        attempts,
        date: new Date(failed_at ?? 0).toISOString(),
      }),
      ({ id }) => id,
    )
    return pageResponse(FailedJob, content, '/api/admin/jobs', page.limit)
  })

  serve('POST /api/admin/jobs/:id/retry', async ({ member, params }) => {
    const id = requireFound(asId(params.id), 'Job not found')
    await db.transaction(async (trx) => {
      await requireRole(trx, member, 'admin')
      requireFound((await jobs.retryFailed(trx, id)) || undefined, 'Job not found')
    })
    return { msg: 'The job will be retried' }
  })
}
