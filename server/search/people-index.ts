import { sql } from 'kysely'
import type { Queryable } from '../database/database.ts'
import { storeWords, type WordsRow } from '../database/full-text.ts'
import { wordsOf } from './cut-in-ticks.ts'
import { inLocation, withSkill, withStatus } from './marked-words.ts'
import { fold } from './words.ts'

/** Indexes people, without those that are not indexed yet and for whom it is too early. */
export async function indexPeople(
  trx: Queryable,
  userIds: string[],
  indexingSince: string | undefined,
  isTooEarly: (profileId: string) => boolean = () => false,
): Promise<void> {
  if (userIds.length === 0) return
  const people = await trx
    .selectFrom('profiles')
    .innerJoin('users', 'users.id', 'profiles.user_id')
    .select(['profiles.id', 'profiles.user_id', 'profiles.status', 'profiles.company', 'profiles.location'])
    .select(['profiles.skills', 'profiles.bio', 'profiles.hidden', 'users.name', 'users.handle'])
    .where('profiles.user_id', 'in', userIds)
    .execute()
  const counted = await countedSkills(trx, userIds)
  const indexed = people.filter(({ id, user_id }) => counted.has(user_id) || !isTooEarly(id))
  const changes = new SkillChanges()
  for (const person of indexed) {
    changes.add(counted.get(person.user_id) ?? [], JSON.parse(skillsToCount(person)))
  }
  await changes.apply(trx)
  const rows: WordsRow[] = []
  for (const person of indexed) {
    const columns = { user_id: person.user_id, id: person.id, skills: skillsToCount(person) }
    rows.push({ columns, words: await wordsOfPerson(person) })
  }
  await storeWords(trx, 'search_people', rows, indexingSince)
}

/** Those of suspended members do not count. */
const skillsToCount = ({ hidden, skills }: { hidden: number; skills: string }) =>
  hidden === 0 ? skills : '[]'

type Person = {
  status: string
  company: string | null
  location: string | null
  skills: string
  bio: string | null
  name: string
  handle: string | null
}

async function wordsOfPerson(person: Person): Promise<string[]> {
  const { status, company, location, bio, name, handle } = person
  const skills: string[] = JSON.parse(person.skills)
  const text = [name, handle, status, company, location, ...skills, bio].filter(Boolean).join('\n')
  return [
    ...(await wordsOf(text)),
    ...new Set(skills.map((skill) => withSkill(fold(skill)))),
    withStatus(fold(status)),
    ...[...(await wordsOf(location ?? ''))].map(inLocation),
  ]
}

/** The part of deleting an account: its skills no longer count. */
export async function forgetSkills(trx: Queryable, userId: string): Promise<{ done: boolean }> {
  const changes = new SkillChanges()
  changes.add((await countedSkills(trx, [userId])).get(userId) ?? [], [])
  await changes.apply(trx)
  await trx.deleteFrom('search_people').where('user_id', '=', userId).execute()
  return { done: true }
}

/** The skills that were counted for people. */
async function countedSkills(trx: Queryable, userIds: string[]): Promise<Map<string, string[]>> {
  const rows = await trx
    .selectFrom('search_people')
    .select(['user_id', 'skills'])
    .where('user_id', 'in', userIds)
    .execute()
  return new Map(rows.map(({ user_id, skills }) => [user_id, JSON.parse(skills)]))
}

/** By how much the counts of skills change. */
class SkillChanges {
  readonly #changes = new Map<string, { skill: string; by: number }>()

  /** Counts the skills of a person instead of those that were counted for them before. */
  add(before: string[], after: string[]): void {
    for (const [key, skill] of byKey(after)) this.#change(key, skill, 1)
    for (const [key, skill] of byKey(before)) this.#change(key, skill, -1)
  }

  #change(key: string, skill: string, by: number): void {
    const change = this.#changes.get(key) ?? { skill, by: 0 }
    change.by += by
    this.#changes.set(key, change)
  }

  async apply(trx: Queryable): Promise<void> {
    // Always in the same order, so that two of these do not deadlock.
    const changes = [...this.#changes].filter(([, { by }]) => by !== 0).sort(([a], [b]) => (a < b ? -1 : 1))
    for (const [skill_key, { skill, by }] of changes) {
      await trx
        .insertInto('skills')
        .values({ skill_key, skill, count: by })
        .onConflict((conflict) =>
          conflict.column('skill_key').doUpdateSet({ count: sql`skills.count + ${by}` }),
        )
        .execute()
    }
    const fewer = changes.flatMap(([key, { by }]) => (by < 0 ? key : []))
    if (fewer.length > 0)
      await trx.deleteFrom('skills').where('skill_key', 'in', fewer).where('count', '<=', 0).execute()
  }
}

const byKey = (skills: string[]) => new Map(skills.map((skill) => [fold(skill), skill]))
