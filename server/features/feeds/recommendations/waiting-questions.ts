import { QUESTIONS_WAITING } from '../../../../contract/limits.ts'
import type { Database } from '../../../database/database.ts'
import { isOneOf } from '../../../database/expressions.ts'
import { findMutedOrBlocked } from '../../accounts/blocks/queries.ts'
import { findQuestionsFor } from '../../posts/feed/for-me.ts'
import { visiblePosts } from '../../visibility.ts'
import { findAnswers } from './answers.ts'

const CONSIDERED = 50

export async function findWaitingQuestions(db: Database, userId: string): Promise<string[]> {
  const page = { limit: CONSIDERED, before: undefined }
  const ids = await findQuestionsFor(db, userId, { author: null, tag: null }, page)
  if (ids.length === 0) return []
  const questions = await visiblePosts(db.kysely)
    .select(['id', 'user_id'])
    .where(isOneOf(db.kysely, 'id', ids))
    .where('user_id', '!=', userId)
    .orderBy('id', 'desc')
    .execute()
  const askers = [...new Set(questions.map(({ user_id }) => user_id))]
  const mutedOrBlocked = await findMutedOrBlocked(db.kysely, [userId], askers)
  const answers = await findAnswers(db.kysely, ids)
  const answered = new Set(answers.filter(({ user_id }) => user_id === userId).map(({ post_id }) => post_id))
  return questions
    .filter(({ id, user_id }) => !mutedOrBlocked.has(user_id) && !answered.has(id))
    .slice(0, QUESTIONS_WAITING)
    .map(({ id }) => id)
}
