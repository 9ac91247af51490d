import { FailedJob } from '../../../contract/moderation.ts'
import type { Context } from '../../context.ts'
import { asId } from '../../ids.ts'
import type { Serve } from '../../platform/http/handler.ts'
import { pageContent, pageResponse } from '../../platform/http/paging.ts'
import { notFound, requireFound } from '../../platform/http/refusals.ts'
import { findFailedJobs, restartJob } from '../../platform/jobs/queries.ts'
import { requireRole } from '../accounts/roles.ts'

export function failedJobRoutes(serve: Serve, { db }: Context): void {
  serve('GET /api/admin/jobs', async ({ page }) => {
    const content = pageContent(
      await findFailedJobs(db.kysely, page),
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
      if (!(await restartJob(trx, id))) throw notFound('Job not found')
    })
    return { msg: 'The job will be retried' }
  })
}
