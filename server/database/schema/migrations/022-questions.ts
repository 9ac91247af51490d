import { type Kysely, sql } from 'kysely'
import type { Engine } from '../../database.ts'

export const name = '022-questions'

/**
 * PostgreSQL believes that rows which are read by an index of several columns are spread over the whole table, and
 * rather goes through all posts, however long ago the last question was. SQLite needs the first column; see migration
 * 015.
 */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  if (engine === 'sqlite') return
  const isQuestion = 'question = 1 and hidden = 0'
  for (const [index, condition] of [
    ['posts_questions', isQuestion],
    ['posts_unanswered', `${isQuestion} and accepted_count = 0`],
  ]) {
    await sql.raw(`drop index ${index}`).execute(db)
    await sql.raw(`create index ${index} on posts (id) where ${condition}`).execute(db)
  }
}
