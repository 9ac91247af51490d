import { sql } from 'kysely'
import { PEOPLE_OF_TAG } from '../../../contract/limits.ts'
import type { Queryable } from '../../database/database.ts'

// So few that reading them takes the same time for every tag.
const QUESTIONS_CONSIDERED = 100

/** Who asked the newest questions with a tag, and whose answers to them were accepted; most of them first. */
export async function findPeopleOfTag(
  db: Queryable,
  tag: string,
): Promise<{ askers: string[]; answerers: string[] }> {
  const questions = await db
    .selectFrom('post_tags')
    .select(['post_id', 'user_id'])
    .where('tag', '=', tag)
    .where(sql<boolean>`question = 1 and hidden = 0`)
    .orderBy('post_id', 'desc')
    .limit(QUESTIONS_CONSIDERED)
    .execute()
  if (questions.length === 0) return { askers: [], answerers: [] }
  const accepted = await db
    .selectFrom('comments')
    .select('user_id')
    .where(
      'post_id',
      'in',
      questions.map(({ post_id }) => post_id),
    )
    .where(sql<boolean>`accepted = 1 and hidden = 0`)
    .orderBy('id', 'desc')
    .limit(QUESTIONS_CONSIDERED)
    .execute()
  return { askers: mostFrequent(questions), answerers: mostFrequent(accepted) }
}

/** Whoever comes first in the list is before others with as many rows. */
function mostFrequent(rows: { user_id: string }[]): string[] {
  const byUser = Map.groupBy(rows, ({ user_id }) => user_id)
  const users = [...byUser].sort(([, a], [, b]) => b.length - a.length).map(([id]) => id)
  return users.slice(0, PEOPLE_OF_TAG)
}
