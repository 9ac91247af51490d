import { sql } from 'kysely'
import type { Queryable } from '../../database/database.ts'
import { inLocation, withSkill, withStatus } from './filter-words.ts'
import { storeRows } from './full-text.ts'
import { wordsOf } from './tokenize-in-ticks.ts'
import { fold } from './tokenizer.ts'

/** Indexes people, without those that are not indexed yet and that indexing everything has yet to reach. */
export async function indexPeople(
  trx: Queryable,
  userIds: string[],
  place: 'newest' | 'oldest',
  isLater: (profileId: string) => boolean = () => false,
): Promise<void> {
  if (userIds.length === 0) return
  const people = await trx
    .selectFrom('profiles')
    .innerJoin('users', 'users.id', 'profiles.user_id')
    .select(['profiles.id', 'profiles.user_id', 'profiles.status', 'profiles.company', 'profiles.location'])
    .select(['profiles.skills', 'profiles.bio', 'profiles.hidden', 'users.name', 'users.handle'])
    .where('profiles.user_id', 'in', userIds)
    .execute()
  const indexed = await indexedPeople(trx, userIds)
  const changes = new SkillChanges()
  const rows = []
  for (const person of people.sort((a, b) => (a.id < b.id ? -1 : 1))) {
    const { id, user_id, hidden } = person
    const known = indexed.get(user_id)
    if (!known && isLater(id)) continue
    // Those of suspended members do not count.
    const skills = hidden === 0 ? person.skills : '[]'
    changes.add(JSON.parse(known?.skills ?? '[]'), JSON.parse(skills))
    const places = await wordsOf(person.location ?? '')
    const columns = { user_id, skills, location_words: ['', ...places, ''].join('\n') }
    rows.push({ number: known?.number, columns, words: await wordsOfPerson(person, places) })
  }
  await changes.apply(trx)
  await storeRows(trx, 'search_people', rows, place)
}

type Person = {
  status: string
  company: string | null
  location: string | null
  skills: string
  bio: string | null
  name: string
  handle: string | null
}

async function wordsOfPerson(person: Person, places: Set<string>): Promise<string[]> {
  const { status, company, location, bio, name, handle } = person
  const skills: string[] = JSON.parse(person.skills)
  const text = [name, handle, status, company, location, ...skills, bio].filter(Boolean).join('\n')
  return [
    ...(await wordsOf(text)),
    ...new Set(skills.map((skill) => withSkill(fold(skill)))),
    withStatus(fold(status)),
    ...[...places].map(inLocation),
  ]
}

/** The part of deleting an account: its skills no longer count. */
export async function forgetSkills(trx: Queryable, userId: string): Promise<{ done: boolean }> {
  const changes = new SkillChanges()
  const indexed = await indexedPeople(trx, [userId])
  changes.add(JSON.parse(indexed.get(userId)?.skills ?? '[]'), [])
  await changes.apply(trx)
  await trx.updateTable('search_people').set({ skills: '[]' }).where('user_id', '=', userId).execute()
  return { done: true }
}

/** The numbers of people, and the skills that were counted for them. */
async function indexedPeople(trx: Queryable, userIds: string[]) {
  const rows = await trx
    .selectFrom('search_people')
    .select(['user_id', 'number', 'skills'])
    .where('user_id', 'in', userIds)
    .execute()
  return new Map(rows.map((row) => [row.user_id, row]))
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
