import type { SkillCount } from '../../../contract/fields/search-filters.ts'
import type { Queryable } from '../../database/database.ts'
import { beginsWith } from '../../database/expressions.ts'
import { inOrder } from './tally.ts'
import { fold } from './tokenizer.ts'

const LISTED = 20
// A prefix is looked for among this many of the most common skills; there may be millions of rare ones.
const COMMON = 2_000

type Row = SkillCount & { skill_key: string }

/** The skills that most people have, or those of them that begin with a text. */
export async function listSkills(db: Queryable, prefix: string | null): Promise<SkillCount[]> {
  const key = prefix === null ? '' : fold(prefix)
  const common = await commonSkills(db, key === '' ? LISTED : COMMON)
  const found = new Map<string, Row>()
  for (const row of common) if (row.skill_key.startsWith(key)) found.set(row.skill_key, row)
  if (key !== '' && found.size < LISTED && common.length === COMMON) {
    for (const row of await firstSkills(db, key)) found.set(row.skill_key, row)
  }
  return [...found.values()]
    .sort((a, b) => b.count - a.count || inOrder(a.skill_key, b.skill_key))
    .slice(0, LISTED)
    .map(({ skill, count }) => ({ skill, count }))
}

function commonSkills(db: Queryable, limit: number): Promise<Row[]> {
  return db
    .selectFrom('skills')
    .selectAll()
    .where('count', '>', 0)
    .orderBy('count', 'desc')
    .orderBy('skill_key')
    .limit(limit)
    .execute()
}

/** Rare skills in the order of the alphabet. */
function firstSkills(db: Queryable, key: string): Promise<Row[]> {
  return db
    .selectFrom('skills')
    .selectAll()
    .where('count', '>', 0)
    .where(beginsWith('skill_key', key))
    .orderBy('skill_key')
    .limit(2 * LISTED)
    .execute()
}
