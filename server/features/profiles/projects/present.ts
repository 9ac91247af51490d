import type { Selectable } from 'kysely'
import type { Project } from '../../../../contract/projects.ts'
import type { Tables } from '../../../database/schema/tables.ts'
import { linkMentions, type People } from '../../markdown/mentions.ts'

export type ProjectRow = Selectable<Tables['projects']>

export function presentProject(row: ProjectRow, people: People): Project {
  const { name, url, source, description, picture } = row
  return {
    _id: row.id,
    name,
    url,
    source,
    description,
    html: description === null ? null : linkMentions(row, people),
    picture,
    skills: JSON.parse(row.skills),
    from: row.from_date,
    to: row.to_date,
  }
}
