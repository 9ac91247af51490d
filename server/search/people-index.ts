import { sql } from 'kysely'
import type { Queryable } from '../database/database.ts'
import { storeWords } from '../database/full-text.ts'
import { inLocation, withSkill, withStatus } from './marked-words.ts'
import { cutText, fold } from './words.ts'

/** Indexes people who are queued, with texts of about so many characters, and returns whether they were all. */
export async function indexPeople(trx: Queryable, limit: number, maxCharacters: number): Promise<boolean> {
  const queued = await trx.selectFrom('search_people_queue').select('user_id').limit(limit).execute()
  let characters = 0
  for (const { user_id } of queued) {
    if (characters >= maxCharacters) return false
    await trx.deleteFrom('search_people_queue').where('user_id', '=', user_id).execute()
    characters += await indexPerson(trx, user_id)
  }
  return queued.length < limit
}

/** Returns the length of the text. */
async function indexPerson(trx: Queryable, userId: string): Promise<number> {
  const person = await trx
    .selectFrom('profiles')
    .innerJoin('users', 'users.id', 'profiles.user_id')
    .select(['profiles.id', 'profiles.status', 'profiles.company', 'profiles.location', 'profiles.skills'])
    .select(['profiles.bio', 'profiles.hidden', 'users.name', 'users.handle'])
    .where('profiles.user_id', '=', userId)
    .executeTakeFirst()
  if (!person) return 0
  const { id, status, company, location, bio, name, handle } = person
  const skills: string[] = JSON.parse(person.skills)
  const text = [name, handle, status, company, location, ...skills, bio].filter(Boolean).join('\n')
  const words = [
    ...new Set(wordsIn(text)),
    ...new Set(skills.map((skill) => withSkill(fold(skill)))),
    withStatus(fold(status)),
    ...new Set(wordsIn(location ?? '').map(inLocation)),
  ]
  const counted = person.hidden === 0 ? skills : []
  await countSkills(trx, userId, counted)
  const row = { user_id: userId, id, skills: JSON.stringify(counted) }
  await storeWords(trx, 'search_people', row, ['user_id'], words)
  return text.length
}

const wordsIn = (text: string) => [...cutText(text)].map(({ word }) => word)

/** The part of deleting an account: its skills no longer count. */
export async function forgetSkills(trx: Queryable, userId: string): Promise<{ done: boolean }> {
  await countSkills(trx, userId, [])
  await trx.deleteFrom('search_people').where('user_id', '=', userId).execute()
  return { done: true }
}

/** Counts the skills of a person instead of those that were counted for them before. */
async function countSkills(trx: Queryable, userId: string, skills: string[]): Promise<void> {
  const counted = await trx
    .selectFrom('search_people')
    .select('skills')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  const before = byKey(counted ? JSON.parse(counted.skills) : [])
  const after = byKey(skills)
  const changes = new Map<string, { skill: string; by: number }>()
  for (const [key, skill] of after) if (!before.has(key)) changes.set(key, { skill, by: 1 })
  for (const [key, skill] of before) if (!after.has(key)) changes.set(key, { skill, by: -1 })
  // Always in the same order, so that two of these do not deadlock.
  for (const [skill_key, { skill, by }] of [...changes].sort(([a], [b]) => (a < b ? -1 : 1))) {
    await trx
      .insertInto('skills')
      .values({ skill_key, skill, count: by })
      .onConflict((conflict) =>
        conflict.column('skill_key').doUpdateSet({ count: sql`skills.count + ${by}` }),
      )
      .execute()
  }
  const fewer = [...changes].flatMap(([key, { by }]) => (by < 0 ? key : []))
  if (fewer.length > 0)
    await trx.deleteFrom('skills').where('skill_key', 'in', fewer).where('count', '<=', 0).execute()
}

const byKey = (skills: string[]) => new Map(skills.map((skill) => [fold(skill), skill]))
