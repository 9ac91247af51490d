import type { Queryable } from '../../database/database.ts'
import { isOneOf } from '../../database/expressions.ts'
import { withSkill } from './filter-words.ts'
import { findPeople } from './queries.ts'
import { fold } from './tokenizer.ts'

const PEOPLE_PER_SKILL = 20
const MAX_SKILLS = 10

export async function findSkilled(db: Queryable, tags: string[]): Promise<string[]> {
  const skills = await db
    .selectFrom('skills')
    .select('skill_key')
    .where(isOneOf(db, 'skill_key', tags.flatMap(skillKeys), 'text'))
    .where('count', '>', 0)
    .orderBy('count', 'desc')
    .orderBy('skill_key')
    .limit(MAX_SKILLS)
    .execute()
  const people = new Set<string>()
  for (const { skill_key } of skills) {
    const term = { word: withSkill(skill_key), isPrefix: false }
    const skilled = await findPeople(db, [term], [], { limit: PEOPLE_PER_SKILL, before: undefined })
    for (const { id } of skilled) people.add(id)
  }
  return [...people]
}

function skillKeys(tag: string): string[] {
  const key = fold(tag)
  const letters = [...key]
  const split = letters
    .slice(1)
    .map((_, at) => `${letters.slice(0, at + 1).join('')} ${letters.slice(at + 1).join('')}`)
  return [key, key.replaceAll('-', ' '), ...split]
}
