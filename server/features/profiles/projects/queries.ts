import { CREDENTIAL_BYTES, MAX_PROJECTS } from '../../../../contract/limits.ts'
import type { NewProject } from '../../../../contract/projects.ts'
import type { Queryable } from '../../../database/database.ts'
import { newId } from '../../../ids.ts'
import { invalid } from '../../../platform/http/refusals.ts'
import type { Rendered } from '../../markdown/renderer.ts'
import { queuePerson } from '../../search-queue.ts'
import { profileEdited } from '../../topics.ts'
import { bytesOfTexts } from '../credentials.ts'
import { lockProfile } from '../queries.ts'

export type RenderedProject = { fields: NewProject; rendered: Rendered }

const columnsOf = ({ fields: { from, to, skills, ...texts }, rendered }: RenderedProject) => ({
  ...texts,
  ...rendered,
  skills: JSON.stringify(skills),
  from_date: from,
  to_date: to,
})

export async function addProjects(
  trx: Queryable,
  userId: string,
  projects: RenderedProject[],
): Promise<void> {
  if (projects.length === 0) return
  await lockProfile(trx, userId)
  const last = await trx
    .selectFrom('projects')
    .select((select) => select.fn.max('position').as('position'))
    .where('user_id', '=', userId)
    .executeTakeFirst()
  const end = (last?.position ?? 0) + 1
  const rows = projects.map((project, index) => ({
    user_id: userId,
    id: newId(),
    position: end + index,
    ...columnsOf(project),
  }))
  await trx.insertInto('projects').values(rows).execute()
  await projectsChanged(trx, userId)
}

export async function updateProject(
  trx: Queryable,
  userId: string,
  id: string,
  project: RenderedProject,
): Promise<boolean> {
  await lockProfile(trx, userId)
  const { numUpdatedRows } = await trx
    .updateTable('projects')
    .set(columnsOf(project))
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (numUpdatedRows > 0n) await projectsChanged(trx, userId)
  return numUpdatedRows > 0n
}

export async function removeProject(trx: Queryable, userId: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('projects')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (numDeletedRows > 0n) await projectsChanged(trx, userId)
  return numDeletedRows > 0n
}

export async function orderProjects(trx: Queryable, userId: string, ids: string[]): Promise<boolean> {
  await lockProfile(trx, userId)
  const projects = await trx
    .selectFrom('projects')
    .select(['id', 'position'])
    .where('user_id', '=', userId)
    .orderBy('position')
    .orderBy('id')
    .execute()
  const positions = new Map(projects.map(({ id, position }) => [id, position]))
  if (!ids.every((id) => positions.has(id))) return false
  const ordered = [...new Set([...ids, ...positions.keys()])]
  for (const [index, id] of ordered.entries()) {
    if (positions.get(id) === index + 1) continue
    await trx
      .updateTable('projects')
      .set({ position: index + 1 })
      .where('user_id', '=', userId)
      .where('id', '=', id)
      .execute()
  }
  profileEdited(trx, userId)
  return true
}

async function projectsChanged(trx: Queryable, userId: string): Promise<void> {
  const rows = await trx
    .selectFrom('projects')
    .select(['name', 'url', 'source', 'description', 'html', 'skills'])
    .where('user_id', '=', userId)
    .execute()
  if (rows.length > MAX_PROJECTS) throw invalid({ msg: `No more than ${MAX_PROJECTS} projects can be kept` })
  if (bytesOfTexts(rows) > CREDENTIAL_BYTES)
    throw invalid({ msg: 'There is too much text in all projects together' })
  await queuePerson(trx, userId)
  profileEdited(trx, userId)
}
