import type { Database, Queryable } from '../../../database/database.ts'
import type { Page } from '../../../platform/http/paging.ts'
import { findUsedTags } from '../../tags/counts.ts'
import { tagsOfSkill } from '../../tags/tag-names.ts'
import { visibleProfiles } from '../../visibility.ts'
import { type Filters, newestPosts } from './queries.ts'

export async function findQuestionsFor(
  { kysely }: Database,
  userId: string,
  { author, tag }: Filters,
  page: Page,
): Promise<string[]> {
  const skills = await findSkillTags(kysely, userId)
  const tags = await findUsedTags(
    kysely,
    skills.filter((skill) => tag === null || skill === tag),
  )
  const ids: string[] = []
  for (const skill of tags) {
    ids.push(...(await newestPosts(kysely, { part: 'unanswered', author, tag: skill }, page)))
  }
  return newestFirst(ids).slice(0, page.limit)
}

export const newestFirst = (ids: string[]): string[] => [...new Set(ids)].sort().reverse()

async function findSkillTags(db: Queryable, userId: string): Promise<string[]> {
  const profile = await visibleProfiles(db).select('skills').where('user_id', '=', userId).executeTakeFirst()
  const skills: string[] = JSON.parse(profile?.skills ?? '[]')
  return [...new Set(skills.flatMap(tagsOfSkill))]
}
