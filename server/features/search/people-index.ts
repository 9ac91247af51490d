import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import type { SkillCount } from '../../../contract/fields/search-filters.ts'
import type { Queryable } from '../../database/database.ts'
import { beginsWith, isOneOf } from '../../database/expressions.ts'
import { filterWordsOf } from './filter-words.ts'
import { type End, type IndexRow, storeRows } from './full-text.ts'
import { fold, wordsOf } from './tokenizer.ts'

const SKILLS_LISTED = 20

type Member = { user_id: string }

/** Includes hidden profiles, which may become visible again; their skills do not count. */
export async function indexPeople(trx: Queryable, members: Member[], end: End): Promise<void> {
  if (members.length === 0) return
  const ids = members.map(({ user_id }) => user_id)
  const people = await trx
    .selectFrom('profiles')
    .innerJoin('users', 'users.id', 'profiles.user_id')
    .leftJoin('search_people as hit', 'hit.user_id', 'profiles.user_id')
    .select([
      'profiles.user_id',
      'status',
      'company',
      'location',
      'profiles.skills',
      'bio',
      'profiles.hidden',
    ])
    .select(['users.name', 'users.handle', 'hit.number', 'hit.skills as counted_skills'])
    .where(isOneOf(trx, 'profiles.user_id', ids))
    .orderBy('profiles.id')
    .execute()
  const projects = await trx
    .selectFrom('projects')
    .select(['user_id', 'name', 'description', 'skills'])
    .where(isOneOf(trx, 'user_id', ids))
    .execute()
  const projectsOf = Map.groupBy(projects, (project) => project.user_id)
  const rows: IndexRow<number | null>[] = []
  const changes: SkillChange[] = []
  for (const { user_id, number, counted_skills, hidden, skills, ...person } of people) {
    await setImmediate()
    const { name, handle, status, company, location, bio } = person
    const skillByKey = skillsByKey(JSON.parse(skills))
    const ofProjects = (projectsOf.get(user_id) ?? []).flatMap((project) => [
      project.name,
      project.description,
      ...JSON.parse(project.skills),
    ])
    const own = [name, handle, status, company, location, ...skillByKey.values(), bio]
    const text = [...own, ...ofProjects].join('\n')
    const filters = filterWordsOf({ skills: [...skillByKey.values()], status, location })
    const counted = hidden === 0 ? skills : '[]'
    changes.push({ before: JSON.parse(counted_skills ?? '[]'), after: JSON.parse(counted) })
    rows.push({ number, columns: { user_id, skills: counted }, words: [...wordsOf(text), ...filters] })
  }
  await changeSkillCounts(trx, changes)
  await storeRows(trx, 'search_people', rows, end)
}

export async function forgetSkills(trx: Queryable, userId: string): Promise<{ done: boolean }> {
  const people = trx.selectFrom('search_people').select('skills').where('user_id', '=', userId)
  const changes = (await people.execute()).map(({ skills }) => ({ before: JSON.parse(skills), after: [] }))
  await changeSkillCounts(trx, changes)
  await trx.updateTable('search_people').set({ skills: '[]' }).where('user_id', '=', userId).execute()
  return { done: true }
}

type SkillChange = { before: string[]; after: string[] }

async function changeSkillCounts(trx: Queryable, people: SkillChange[]): Promise<void> {
  const changes = new Map<string, { skill: string; by: number }>()
  const add = (skills: string[], by: number) => {
    for (const [key, skill] of skillsByKey(skills)) {
      changes.set(key, { skill, by: (changes.get(key)?.by ?? 0) + by })
    }
  }
  for (const { before, after } of people) {
    add(before, -1)
    add(after, 1)
  }
  for (const [skill_key, { skill, by }] of [...changes].sort(([a], [b]) => (a < b ? -1 : 1))) {
    if (by === 0) continue
    await sql`insert into skills (skill_key, skill, count) values (${skill_key}, ${skill}, ${by})
      on conflict (skill_key) do update set count = skills.count + excluded.count`.execute(trx)
    if (by < 0)
      await trx.deleteFrom('skills').where('skill_key', '=', skill_key).where('count', '<=', 0).execute()
  }
}

export function listSkills(db: Queryable, prefix: string | null): Promise<SkillCount[]> {
  const skills = db.selectFrom('skills').select(['skill', 'count']).where('count', '>', 0)
  const listed = prefix === null ? skills : skills.where(beginsWith('skill_key', fold(prefix)))
  return listed.orderBy('count', 'desc').orderBy('skill_key').limit(SKILLS_LISTED).execute()
}

export const skillsByKey = (skills: string[]) => new Map(skills.map((skill) => [fold(skill), skill]))
