import { sql } from 'kysely'
import { ANSWERED_TAGS_LISTED } from '../../../../contract/limits.ts'
import type { AnswerCount } from '../../../../contract/search.ts'
import type { Database, Queryable } from '../../../database/database.ts'
import { isOneOf } from '../../../database/expressions.ts'
import { isVisible } from '../../../database/hidden.ts'
import { prepare } from '../../../database/prepared.ts'
import { newestFirst } from '../../feeds/for-me.ts'
import { newestPosts } from '../../feeds/queries.ts'

// Only the newest count: reading them takes constant time, and writes need no counters.
const QUESTIONS_CONSIDERED = 100
// Longer discussions say little about who answers.
const MAX_COMMENTS = 100
// Reading them keeps other requests waiting.
const COMMENTS_READ = 1_500
const ACCEPTED_COUNTS = 3
const ANSWERS_COUNTED = 500

/** `score` counts accepted answers several times. */
type AnswerRecord = { answers: number; score: number }

const discussed = prepare((db, postIds: string[]) =>
  db
    .selectFrom('posts')
    .select(['id', 'user_id', 'comment_count'])
    .where(isOneOf(db, 'id', postIds))
    .where(isVisible('posts'))
    .where('comment_count', '>', sql.lit(0))
    .where('comment_count', '<=', sql.lit(MAX_COMMENTS)),
)

const commentersOn = prepare((db, postIds: string[]) =>
  db
    .selectFrom('comments')
    .select(['post_id', 'user_id'])
    .select(sql<number>`max(accepted)`.as('accepted'))
    .where(isOneOf(db, 'post_id', postIds))
    .where(isVisible('comments'))
    .groupBy(['post_id', 'user_id']),
)

export async function findAnswers(db: Queryable, postIds: string[]) {
  const { rows } = postIds.length > 0 ? await discussed(db, postIds) : { rows: [] }
  const posts = new Map(rows.map((post) => [post.id, post]))
  let left = COMMENTS_READ
  const read = postIds.filter((id) => {
    const count = posts.get(id)?.comment_count ?? 0
    if (count === 0 || count > left) return false
    left -= count
    return true
  })
  const answers = read.length > 0 ? (await commentersOn(db, read)).rows : []
  return answers.filter(({ post_id, user_id }) => posts.get(post_id)?.user_id !== user_id)
}

/** How many of the newest questions with one of the tags each has answered, in the tag where that is most. */
export async function countAnswersIn(db: Database, tags: string[]): Promise<Map<string, AnswerCount>> {
  const page = { limit: QUESTIONS_CONSIDERED, before: undefined }
  const counts = new Map<string, AnswerCount>()
  for (const tag of tags) {
    const questions = await newestPosts(db.kysely, { part: 'questions', author: null, tag }, page)
    const answers = await findAnswers(db.kysely, questions)
    for (const [userId, { length: count }] of Map.groupBy(answers, ({ user_id }) => user_id)) {
      if (count > (counts.get(userId)?.count ?? 0)) counts.set(userId, { tag, count })
    }
  }
  return counts
}

const newestCommentsBy = prepare((db, userId: string) =>
  db
    .selectFrom('comments')
    .select('post_id')
    .where('user_id', '=', userId)
    .where(isVisible('comments'))
    .orderBy('id', 'desc')
    .limit(sql.lit(ANSWERS_COUNTED)),
)

const questionsByOthers = prepare((db, ids: string[], userId: string) =>
  db
    .selectFrom('posts')
    .select('tags')
    .where(isOneOf(db, 'id', ids))
    .where(isVisible('posts'))
    .where('question', '=', sql.lit(1))
    .where('user_id', '!=', userId),
)

export async function countAnswersBy(db: Queryable, userId: string): Promise<AnswerCount[]> {
  const comments = await newestCommentsBy(db, userId)
  const ids = [...new Set(comments.rows.map(({ post_id }) => post_id))]
  const { rows } = ids.length > 0 ? await questionsByOthers(db, ids, userId) : { rows: [] }
  const counts = new Map<string, number>()
  for (const { tags } of rows) {
    for (const tag of JSON.parse(tags)) counts.set(tag, (counts.get(tag) ?? 0) + 1)
  }
  return [...counts]
    .map(([tag, count]) => ({ tag, count }))
    .sort((a, b) => b.count - a.count || (a.tag < b.tag ? -1 : 1))
    .slice(0, ANSWERED_TAGS_LISTED)
}

export async function findAnswerers(db: Database, tags: string[]): Promise<Map<string, AnswerRecord>> {
  const page = { limit: QUESTIONS_CONSIDERED, before: undefined }
  const questions = (tag: string | null) =>
    newestPosts(db.kysely, { part: 'questions', author: null, tag }, page)
  const tagged: string[] = []
  for (const tag of tags) tagged.push(...(await questions(tag)))
  const newest = newestFirst(tagged).slice(0, QUESTIONS_CONSIDERED)
  const ids = [...new Set([...newest, ...(await questions(null))])]
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
  // Among equals, whoever has answered last comes first.
  records.sort(
    (a, b) => b.score - a.score || descending(a.latest, b.latest) || descending(a.userId, b.userId),
  )
  return new Map(records.map(({ userId, answers, score }) => [userId, { answers, score }]))
}

const descending = (a: string, b: string) => (a < b ? 1 : a > b ? -1 : 0)
