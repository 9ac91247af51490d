import { RESUMES_IN_WINDOW, WRITES_WINDOW } from '../../../../contract/limits.ts'
import type { ImportedResume } from '../../../../contract/resume.ts'
import type { Context } from '../../../context.ts'
import { inTurn } from '../../../database/batches.ts'
import type { Queryable } from '../../../database/database.ts'
import { holdLock } from '../../../database/named-lock.ts'
import { asId } from '../../../ids.ts'
import type { Serve } from '../../../platform/http/handler.ts'
import { requireFound } from '../../../platform/http/refusals.ts'
import { requireActive } from '../../accounts/active-member.ts'
import { countWrite, type Limit } from '../../accounts/attempts.ts'
import { requireUser } from '../../accounts/require-user.ts'
import type { Author, Renderer } from '../../markdown/renderer.ts'
import { keepPictures } from '../../used-pictures.ts'
import { addCredentials } from '../credentials.ts'
import { presentOwner } from '../present.ts'
import { addProjects } from '../projects/queries.ts'
import { findProfiles, hasProfile, lockProfile, PROFILE_NOT_FOUND, saveProfile } from '../queries.ts'
import { resumeOf } from './document.ts'
import { planImport } from './import.ts'
import { emptyProfile, previewImport } from './preview.ts'
import { type ReadResume, readResume } from './read.ts'

const RESUMES: Limit = { kind: 'resumes', max: RESUMES_IN_WINDOW, window: WRITES_WINDOW }

export function resumeRoutes(serve: Serve, context: Context, renderer: Renderer): void {
  const { db, cache, settings } = context
  const findProfile = async (trx: Queryable, id: string) => (await findProfiles(trx, settings, [id])).get(id)

  context.exports.push(async (userId) => {
    const profile = await findProfile(db.kysely, userId)
    return profile ? [{ name: 'resume.json', value: resumeOf(profile, settings) }] : []
  })

  serve('GET /api/profile/user/:id/resume.json', async ({ params }) => {
    const id = requireFound(asId(params.id), 'Profile not found')
    const profile = await db.snapshot((trx) => findProfile(trx, id))
    return resumeOf(requireFound(profile, 'Profile not found'), settings)
  })

  serve('POST /api/profile/resume', async ({ request, member, query, body }) => {
    await countWrite(context, RESUMES, member.id)
    const resume = readResume(body, settings.codeHost.kind)
    return query.preview
      ? preview(member.id, resume)
      : importResume({ id: member.id, address: request.address }, resume)
  })

  const preview = async (userId: string, resume: ReadResume): Promise<ImportedResume> => {
    const user = await requireUser(db.kysely, userId)
    const profile = await db.snapshot((trx) => findProfile(trx, userId))
    const plan = planImport(user, profile, resume)
    const before = profile ?? emptyProfile(presentOwner(settings, user))
    return { profile: previewImport(before, plan), added: plan.added, ignored: plan.ignored }
  }

  const importResume = async (author: Author, resume: ReadResume): Promise<ImportedResume> => {
    const userId = author.id
    const { bio, projects } = await render(author, resume)
    const descriptions = resume.projects.map(({ description }) => description)
    await keepPictures(db, [resume.basics.bio, ...descriptions].join(' '))
    const importNow = async (trx: Queryable) => {
      await requireActive(trx, userId)
      // Imports of a member run one after another, so that a repeated one adds nothing.
      await holdLock(trx, `resume:${userId}`)
      if (await hasProfile(trx, userId)) await lockProfile(trx, userId)
      const plan = planImport(await requireUser(trx, userId), await findProfile(trx, userId), resume)
      const newProjects = projects.filter(({ fields }) => plan.projects.includes(fields))
      await saveProfile(trx, userId, plan.changes, plan.changes.bio ? bio : undefined)
      await addCredentials(trx, userId, { table: 'experience', fields: plan.work })
      await addCredentials(trx, userId, { table: 'education', fields: plan.education })
      await addProjects(trx, userId, newProjects)
      return plan
    }
    const { added, ignored } = await inTurn(() => db.transaction(importNow))
    await cache.checkAfterWrite()
    const profile = await db.snapshot((trx) => findProfile(trx, userId))
    return { profile: requireFound(profile, PROFILE_NOT_FOUND), added, ignored }
  }

  const render = async (author: Author, { basics, projects }: ReadResume) => {
    const renderText = async (text: string | null) => (await renderer.render(author, text)).stored
    return {
      bio: await renderText(basics.bio ?? null),
      projects: await Promise.all(
        projects.map(async (fields) => ({ fields, rendered: await renderText(fields.description) })),
      ),
    }
  }
}
