import { sql } from 'kysely'
import type { Queryable } from '../../database/database.ts'
import { isOneOf } from '../../database/expressions.ts'
import { inLocation, withSkill, withStatus } from './filter-words.ts'
import { type IndexRow, type Place, storeRows } from './full-text.ts'
import { fold, wordsOf } from './tokenizer.ts'

export async function indexPeople(trx: Queryable, userIds: string[], place: Place): Promise<void> {
  if (userIds.length === 0) return
  const people = await trx
    .selectFrom('profiles')
    .innerJoin('users', 'users.id', 'profiles.user_id')
    .leftJoin('search_people as hit', 'hit.user_id', 'profiles.user_id')
    .select([
      'profiles.user_id',
      'profiles.status',
      'profiles.company',
      'profiles.location',
      'profiles.skills',
    ])
    .select(['profiles.bio', 'profiles.hidden', 'users.name', 'users.handle'])
    .select(['hit.number', 'hit.skills as counted_skills'])
    .where(isOneOf(trx, 'profiles.user_id', userIds))
    .orderBy('profiles.id')
    .execute()
  const rows: IndexRow<number | null>[] = []
  const changes: SkillChange[] = []
  for (const { user_id, number, counted_skills, hidden, skills, ...person } of people) {
    const { name, handle, status, company, location, bio } = person
    const skillByKey = skillsByKey(JSON.parse(skills))
    const text = [name, handle, status, company, location, ...skillByKey.values(), bio].join('\n')
    const filters = [
      ...skillByKey.keys().map(withSkill),
      withStatus(fold(status)),
      ...wordsOf(location ?? '')
        .values()
        .map(inLocation),
    ]
    // Those of suspended members do not count.
    const counted = hidden === 0 ? skills : '[]'
    changes.push({ before: JSON.parse(counted_skills ?? '[]'), after: JSON.parse(counted) })
    rows.push({ number, columns: { user_id, skills: counted }, words: [...wordsOf(text), ...filters] })
  }
  await changeSkillCounts(trx, changes)
  await storeRows(trx, 'search_people', rows, place)
}

/** The step of deleting an account after which its skills no longer count. */
export async function forgetSkills(trx: Queryable, userId: string): Promise<{ done: boolean }> {
  const people = trx.selectFrom('search_people').select('skills').where('user_id', '=', userId)
  const changes = (await people.execute()).map(({ skills }) => ({ before: JSON.parse(skills), after: [] }))
  await changeSkillCounts(trx, changes)
  await trx.updateTable('search_people').set({ skills: '[]' }).where('user_id', '=', userId).execute()
  return { done: true }
}

/** The skills of a person that were counted, and those that count from now on. */
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
  // Always in the same order, so that two transactions do not deadlock.
  for (const [skill_key, { skill, by }] of [...changes].sort(([a], [b]) => (a < b ? -1 : 1))) {
    if (by === 0) continue
    await sql`insert into skills (skill_key, skill, count) values (${skill_key}, ${skill}, ${by})
      on conflict (skill_key) do update set count = skills.count + excluded.count`.execute(trx)
    if (by < 0)
      await trx.deleteFrom('skills').where('skill_key', '=', skill_key).where('count', '<=', 0).execute()
  }
}

export const skillsByKey = (skills: string[]) => new Map(skills.map((skill) => [fold(skill), skill]))
