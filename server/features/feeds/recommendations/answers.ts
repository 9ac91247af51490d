import { sql } from 'kysely'
import { ANSWERED_TAGS_LISTED } from '../../../../contract/limits.ts'
import type { AnswerCount } from '../../../../contract/search.ts'
import type { Queryable } from '../../../database/database.ts'
import { isOneOf } from '../../../database/expressions.ts'
import { newestFirst } from '../../posts/feed/for-me.ts'
import { newestPosts } from '../../posts/feed/queries.ts'
import { visibleComments, visiblePosts } from '../../visibility.ts'

const QUESTIONS_CONSIDERED = 100
const MAX_COMMENTS = 100
const COMMENTS_READ = 1_500
const ACCEPTED_COUNTS = 3
const ANSWERS_COUNTED = 500

type AnswerRecord = { answers: number; score: number }

export async function findAnswers(db: Queryable, postIds: string[]) {
  const rows = await visiblePosts(db)
    .select(['id', 'user_id', 'comment_count'])
    .where(isOneOf(db, 'id', postIds))
    .where('comment_count', '>', 0)
    .where('comment_count', '<=', MAX_COMMENTS)
    .execute()
  const posts = new Map(rows.map((post) => [post.id, post]))
  let remaining = COMMENTS_READ
  const discussed = postIds.filter((id) => {
    const count = posts.get(id)?.comment_count ?? 0
    if (count === 0 || count > remaining) return false
    remaining -= count
    return true
  })
  const answers = await visibleComments(db)
    .select(['post_id', 'user_id'])
    .select(sql<number>`max(accepted)`.as('accepted'))
    .where(isOneOf(db, 'post_id', discussed))
    .groupBy(['post_id', 'user_id'])
    .execute()
  return answers.filter(({ post_id, user_id }) => posts.get(post_id)?.user_id !== user_id)
}

/** Counts answers to the newest questions with each tag, and keeps the best tag of each user. */
export async function countAnswersIn(db: Queryable, tags: string[]): Promise<Map<string, AnswerCount>> {
  const counts = new Map<string, AnswerCount>()
  for (const tag of tags) {
    const answers = await findAnswers(db, await newestQuestions(db, tag))
    for (const [userId, { length: count }] of Map.groupBy(answers, ({ user_id }) => user_id)) {
      if (count > (counts.get(userId)?.count ?? 0)) counts.set(userId, { tag, count })
    }
  }
  return counts
}

function newestQuestions(db: Queryable, tag: string | null): Promise<string[]> {
  const page = { limit: QUESTIONS_CONSIDERED, before: undefined }
  return newestPosts(db, { part: 'questions', author: null, tag }, page)
}

export async function countAnswersBy(db: Queryable, userId: string): Promise<AnswerCount[]> {
  const comments = await visibleComments(db)
    .select('post_id')
    .where('user_id', '=', userId)
    .orderBy('id', 'desc')
    .limit(ANSWERS_COUNTED)
    .execute()
  const commented = comments.map(({ post_id }) => post_id)
  const questionsByOthers = await visiblePosts(db)
    .select('tags')
    .where(isOneOf(db, 'id', commented))
    .where('question', '=', 1)
    .where('user_id', '!=', userId)
    .execute()
  const counts = new Map<string, number>()
  for (const { tags } of questionsByOthers) {
    for (const tag of JSON.parse(tags)) counts.set(tag, (counts.get(tag) ?? 0) + 1)
  }
  return [...counts]
    .map(([tag, count]) => ({ tag, count }))
    .sort((a, b) => b.count - a.count || (a.tag < b.tag ? -1 : 1))
    .slice(0, ANSWERED_TAGS_LISTED)
}

export async function findAnswerers(db: Queryable, tags: string[]): Promise<Map<string, AnswerRecord>> {
  const tagged: string[] = []
  for (const tag of tags) tagged.push(...(await newestQuestions(db, tag)))
  const newestTagged = newestFirst(tagged).slice(0, QUESTIONS_CONSIDERED)
  const ids = [...new Set([...newestTagged, ...(await newestQuestions(db, null))])]
  const byUser = Map.groupBy(await findAnswers(db, ids), ({ user_id }) => user_id)
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
  records.sort(
    (a, b) => b.score - a.score || descending(a.latest, b.latest) || descending(a.userId, b.userId),
  )
  return new Map(records.map(({ userId, answers, score }) => [userId, { answers, score }]))
}

const descending = (a: string, b: string) => (a < b ? 1 : a > b ? -1 : 0)
