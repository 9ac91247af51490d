import { sql } from 'kysely'
import { PEOPLE_OF_TAG, TAGS_LISTED } from '../../contract/limits.ts'
import type { TagCount } from '../../contract/tags.ts'
import type { Queryable } from '../database/database.ts'
import { beginsWith } from '../database/expressions.ts'

/** The tags with the most posts, or of those that begin with a text. */
export function listTags(db: Queryable, prefix: string | null): Promise<TagCount[]> {
  return db
    .selectFrom('tags')
    .select(['tag', 'count'])
    .where('count', '>', 0)
    .$if(prefix !== null, (query) => query.where(beginsWith('tag', prefix ?? '')))
    .orderBy('count', 'desc')
    .orderBy('tag')
    .limit(TAGS_LISTED)
    .execute()
}

export async function countTag(db: Queryable, tag: string): Promise<number> {
  const row = await db.selectFrom('tags').select('count').where('tag', '=', tag).executeTakeFirst()
  return row?.count ?? 0
}

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
