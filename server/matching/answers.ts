import { sql } from 'kysely'
import type { Database, Queryable } from '../database/database.ts'
import { isOneOf } from '../database/expressions.ts'
import { prepare, run } from '../database/prepared.ts'
import { readMerged } from '../feeds/for-me.ts'
import { newestPosts } from '../feeds/queries.ts'
import { isShown } from '../posts/hidden.ts'

// "Often" means among the newest questions: reading them takes the same time however many there are, and nothing has
// to be counted when people write, delete, accept or are suspended.
const QUESTIONS_CONSIDERED = 100
// Longer discussions say little about who answers, and reading them would take long.
const MAX_COMMENTS = 100
const ACCEPTED_COUNTS = 3

/** How often a person has answered: `score` counts accepted answers several times. */
export type AnswerRecord = { answers: number; score: number }

const answersTo = prepare((db, postIds: string[]) =>
  db
    .selectFrom('comments')
    .innerJoin('posts', 'posts.id', 'comments.post_id')
    .select(['comments.post_id', 'comments.user_id'])
    .select(sql<number>`max(comments.accepted)`.as('accepted'))
    .where(isOneOf(db, 'posts.id', postIds))
    .where(isShown('posts'))
    .where(sql<boolean>`posts.comment_count <= ${sql.lit(MAX_COMMENTS)}`)
    .where(isShown('comments'))
    .whereRef('comments.user_id', '!=', 'posts.user_id')
    .groupBy(['comments.post_id', 'comments.user_id']),
)

/** Who has commented on which of these posts by others, and whether that was accepted as an answer. */
export async function findAnswers(db: Queryable, postIds: string[]) {
  return postIds.length > 0 ? (await answersTo(db, postIds)).rows : []
}

/** Who answers questions, of all and of those with these tags; who does so most often comes first. */
export async function findAnswerers(db: Database, tags: string[]): Promise<Map<string, AnswerRecord>> {
  const page = { limit: QUESTIONS_CONSIDERED, before: undefined }
  const questions = (tag: string | null) =>
    newestPosts(db.kysely, { part: 'questions', author: null, tag }, page)
  const tagged = await readMerged(db, tags.map(questions), QUESTIONS_CONSIDERED)
  const { rows: newest } = await run(db.kysely, questions(null))
  const ids = [...new Set([...tagged, ...newest].map(({ id }) => id))]
  const byUser = Map.groupBy(await findAnswers(db.kysely, ids), ({ user_id }) => user_id)
  const records = [...byUser].map(([userId, answers]) => {
    const accepted = answers.filter((answer) => answer.accepted === 1).length
    const score = answers.length + (ACCEPTED_COUNTS - 1) * accepted
    const latest =
      answers
        .map(({ post_id }) => post_id)
        .sort()
        .at(-1) ?? ''
    return { userId, latest, answers: answers.length, score }
  })
  // Whoever has answered last is before others who answer as often.
  records.sort(
    (a, b) => b.score - a.score || descending(a.latest, b.latest) || descending(a.userId, b.userId),
  )
  return new Map(records.map(({ userId, answers, score }) => [userId, { answers, score }]))
}

const descending = (a: string, b: string) => (a < b ? 1 : a > b ? -1 : 0)
