import type { CompiledQuery } from 'kysely'
import type { Context } from '../../context.ts'
import { topicOf } from '../../database/changes/topics.ts'
import type { Database, Queryable } from '../../database/database.ts'
import { readAll } from '../../database/read-by-ids.ts'
import type { Page, PageKeys } from '../../platform/cache/list.ts'
import { lookup } from '../../platform/cache/lookup.ts'
import { findUsedTags } from '../tags/counts.ts'
import { tagsOfSkill } from '../tags/skill-tags.ts'
import { keysOf } from './lists.ts'
import { type Filters, newestPosts } from './queries.ts'

export function forMeFinder({ db, cache }: Context) {
  const findSkills = lookup(cache, {
    load: (userId) => readSkillTags(db.kysely, userId),
    dependsOn: (userId) => [topicOf.profile(userId)],
  })

  return async (userId: string, { author, tag }: Filters, page: Page): Promise<PageKeys> => {
    const known = (await findSkills(userId)).filter((skill) => tag === null || skill === tag)
    const tags = await findUsedTags(db.kysely, known)
    const more = { ...page, limit: page.limit + 1 }
    const queries = tags.map((each) =>
      newestPosts(db.kysely, { part: 'unanswered', author, tag: each }, more),
    )
    return keysOf(await readMerged(db, queries, more.limit), page)
  }
}

/** A post may be in several of the results, but none that belongs on the page is missing. */
export async function readMerged(
  db: Database,
  queries: CompiledQuery<{ id: string }>[],
  limit: number,
): Promise<{ id: string }[]> {
  const rows = await readAll(db, queries)
  const ids = [...new Set(rows.map(({ id }) => id))].sort().reverse()
  return ids.slice(0, limit).map((id) => ({ id }))
}

async function readSkillTags(db: Queryable, userId: string): Promise<string[]> {
  const profile = await db
    .selectFrom('profiles')
    .select('skills')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  const skills: string[] = JSON.parse(profile?.skills ?? '[]')
  return [...new Set(skills.flatMap(tagsOfSkill))]
}
