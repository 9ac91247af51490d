import type { SkillCount } from '../../../contract/fields/search-filters.ts'
import type { Queryable } from '../../database/database.ts'
import { beginsWith } from '../../database/expressions.ts'
import { fold } from './tokenizer.ts'

const LISTED = 20

/** The skills that most people have, or those of them that begin with a text. */
export function listSkills(db: Queryable, prefix: string | null): Promise<SkillCount[]> {
  const skills = db.selectFrom('skills').select(['skill', 'count']).where('count', '>', 0)
  const found = prefix === null ? skills : skills.where(beginsWith('skill_key', fold(prefix)))
  return found.orderBy('count', 'desc').orderBy('skill_key').limit(LISTED).execute()
}
