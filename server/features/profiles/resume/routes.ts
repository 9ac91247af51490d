import type { ImportedResume } from '../../../../contract/resume.ts'
import type { Context } from '../../../context.ts'
import type { Queryable } from '../../../database/database.ts'
import { holdLock } from '../../../database/named-lock.ts'
import { asId } from '../../../ids.ts'
import type { Serve } from '../../../platform/http/handler.ts'
import { requireFound } from '../../../platform/http/refusals.ts'
import { requireActive } from '../../accounts/active-member.ts'
import { requireUser } from '../../accounts/require-user.ts'
import type { Renderer } from '../../markdown/renderer.ts'
import { keepPictures } from '../../pictures/queries.ts'
import { findProfiles, hasProfile, lockProfile, NO_PROFILE } from '../queries.ts'
import { resumeOf } from './document.ts'
import { addResume, type RenderedResume } from './import.ts'
import { type ReadResume, readResume } from './read.ts'

const MAX_IGNORED = 100

export function resumeRoutes(serve: Serve, { db, cache, settings }: Context, renderer: Renderer): void {
  const findProfile = async (trx: Queryable, id: string) => (await findProfiles(trx, settings, [id])).get(id)

  serve('GET /api/profile/user/:id/resume.json', async ({ params }) => {
    const id = requireFound(asId(params.id), 'Profile not found')
    const profile = await db.snapshot((trx) => findProfile(trx, id))
    return resumeOf(requireFound(profile, 'Profile not found'), settings)
  })

  const render = async (userId: string, resume: ReadResume): Promise<RenderedResume> => {
    const rendered = async (text: string | null) => (await renderer.render(userId, text)).stored
    const bio = await rendered(resume.basics.bio ?? null)
    const projects = await Promise.all(
      resume.projects.map(async (fields) => ({ fields, rendered: await rendered(fields.description) })),
    )
    return { ...resume, bio, projects }
  }

  const importResume = async (trx: Queryable, userId: string, resume: RenderedResume) => {
    await requireActive(trx, userId)
    // Imports of one member come one after the other, so that a repeated one adds nothing.
    await holdLock(trx, `resume:${userId}`)
    if (await hasProfile(trx, userId)) await lockProfile(trx, userId)
    const { name, email } = await requireUser(trx, userId)
    for (const [field, value] of Object.entries({ name, email })) {
      const given = resume.account[field as 'name' | 'email']
      if (given && given !== value) resume.ignored.add(`basics.${field}`)
    }
    const added = await addResume(trx, userId, await findProfile(trx, userId), resume)
    const profile = requireFound(await findProfile(trx, userId), NO_PROFILE)
    return { profile, added, ignored: firstOf(resume.ignored) }
  }

  serve('POST /api/profile/resume', async ({ member, query, body }) => {
    const resume = await render(member.id, readResume(body, settings.codeHost.kind))
    if (query.preview) return rolledBack((trx) => importResume(trx, member.id, resume))
    await keepPictures(
      db,
      [resume.basics.bio, ...resume.projects.map(({ fields }) => fields.description)].join(' '),
    )
    const imported = await db.transaction((trx) => importResume(trx, member.id, resume))
    await cache.checkAfterWrite()
    return imported
  })

  const rolledBack = async (work: (trx: Queryable) => Promise<ImportedResume>): Promise<ImportedResume> => {
    try {
      return await db.transaction(async (trx) => {
        throw new PreviewEnd(await work(trx))
      })
    } catch (error) {
      if (error instanceof PreviewEnd) return error.preview
      throw error
    }
  }
}

/** Rolls the transaction back. */
class PreviewEnd extends Error {
  readonly preview: ImportedResume

  constructor(preview: ImportedResume) {
    super()
    this.preview = preview
  }
}

function firstOf(ignored: Set<string>): string[] {
  const more = ignored.size - MAX_IGNORED
  return [...ignored].slice(0, MAX_IGNORED).concat(more > 0 ? [`and ${more} more`] : [])
}
