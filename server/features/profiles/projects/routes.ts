import { hashOfPath } from '../../../../contract/pictures.ts'
import type { NewProject } from '../../../../contract/projects.ts'
import type { Database, Queryable } from '../../../database/database.ts'
import { asId } from '../../../ids.ts'
import type { CachedResponse } from '../../../platform/cache/cached-response.ts'
import type { Serve } from '../../../platform/http/handler.ts'
import { invalid, notFound, requireFound } from '../../../platform/http/refusals.ts'
import { requireActive } from '../../accounts/active-member.ts'
import type { Author, Renderer } from '../../markdown/renderer.ts'
import { hasUploaded, keepPictures } from '../../used-pictures.ts'
import { addProjects, orderProjects, type RenderedProject, removeProject, updateProject } from './queries.ts'

const PROJECT_NOT_FOUND = 'Project not found'

export function projectRoutes(
  serve: Serve,
  db: Database,
  renderer: Renderer,
  requireChangedProfile: (userId: string) => Promise<CachedResponse>,
): void {
  const render = async (author: Author, fields: NewProject): Promise<RenderedProject> => {
    await requirePicture(db.kysely, author.id, fields.picture)
    await keepPictures(db, `${fields.picture} ${fields.description}`)
    return { fields, rendered: (await renderer.render(author, fields.description)).stored }
  }

  serve('PUT /api/profile/projects', async ({ request, member, body }) => {
    const project = await render({ id: member.id, address: request.address }, body)
    await db.transaction(async (trx) => {
      await requireActive(trx, member.id)
      await addProjects(trx, member.id, [project])
    })
    return requireChangedProfile(member.id)
  })

  const change = async (userId: string, write: (trx: Queryable) => Promise<boolean>) => {
    const isChanged = await db.transaction(async (trx) => {
      await requireActive(trx, userId)
      return write(trx)
    })
    if (!isChanged) throw notFound(PROJECT_NOT_FOUND)
    return requireChangedProfile(userId)
  }

  serve('PUT /api/profile/projects/:id', async ({ request, member, params, body }) => {
    const id = requireFound(asId(params.id), PROJECT_NOT_FOUND)
    const project = await render({ id: member.id, address: request.address }, body)
    return change(member.id, (trx) => updateProject(trx, member.id, id, project))
  })
  serve('DELETE /api/profile/projects/:id', async ({ member, params }) => {
    const id = requireFound(asId(params.id), PROJECT_NOT_FOUND)
    return change(member.id, (trx) => removeProject(trx, member.id, id))
  })
  serve('PUT /api/profile/projects/order', ({ member, body }) =>
    change(member.id, (trx) => orderProjects(trx, member.id, body.ids)),
  )
}

async function requirePicture(db: Queryable, userId: string, path: string | null): Promise<void> {
  const hash = path === null ? undefined : hashOfPath(path)
  if (hash === undefined || (await hasUploaded(db, userId, hash))) return
  throw invalid({ msg: 'Picture must be one that you have uploaded', field: 'picture' })
}
