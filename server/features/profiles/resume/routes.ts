import type { Context } from '../../../context.ts'
import { asId } from '../../../ids.ts'
import type { Serve } from '../../../platform/http/handler.ts'
import { requireFound } from '../../../platform/http/refusals.ts'
import { findProfiles } from '../queries.ts'
import { resumeOf } from './document.ts'

export function resumeRoutes(serve: Serve, { db, settings }: Context): void {
  serve('GET /api/profile/user/:id/resume.json', async ({ params }) => {
    const id = requireFound(asId(params.id), 'Profile not found')
    const profiles = await db.snapshot((trx) => findProfiles(trx, settings, [id]))
    return resumeOf(requireFound(profiles.get(id), 'Profile not found'), settings)
  })
}
