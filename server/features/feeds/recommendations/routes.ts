import { QUESTIONS_WAITING } from '../../../../contract/limits.ts'
import type { Context } from '../../../context.ts'
import type { Queryable } from '../../../database/database.ts'
import { asId } from '../../../ids.ts'
import { requireAccess } from '../../../platform/http/caller.ts'
import type { Serve } from '../../../platform/http/handler.ts'
import { requireFound } from '../../../platform/http/refusals.ts'
import { PERSON_NOT_FOUND } from '../../accounts/members/queries.ts'
import { findSummaries } from '../../accounts/present.ts'
import { findPageOfPosts, listedById } from '../../posts/cached-posts.ts'
import { POST_NOT_FOUND, requirePostId } from '../../posts/require.ts'
import type { Search } from '../../search/search-pool.ts'
import { visiblePosts } from '../../visibility.ts'
import { answererFinder } from './answerers.ts'
import { countAnswersBy } from './answers.ts'
import { suggestedAnswererFinder } from './suggested-answerers.ts'
import { findWaitingQuestions } from './waiting-questions.ts'

export function recommendationRoutes(serve: Serve, context: Context, search: Search): void {
  const { db, settings } = context
  const findSuggested = suggestedAnswererFinder(context)
  const findAnswerersOf = answererFinder(context)

  serve('GET /api/posts/:id/helpers', async ({ request, member, params }) => {
    const post = requireFound(await findQuestion(db.kysely, requirePostId(params.id)), POST_NOT_FOUND)
    const { id, user_id, question, accepted_count } = post
    const tags: string[] = JSON.parse(post.tags)
    const isOpen = question === 1 && accepted_count === 0
    if (!isOpen || tags.length === 0) return []
    return findSuggested(member.id, { id, user_id, tags }, () => search(request, 'findSkilled', tags))
  })

  serve('GET /api/skills/:skill/answerers', ({ request, params }) => {
    requireAccess(request, 'profile-reader')
    return findAnswerersOf(params.skill)
  })

  serve('GET /api/answers/:userId', async ({ request, params }) => {
    requireAccess(request, 'profile-reader')
    const id = asId(params.userId)
    const people = await findSummaries(db.kysely, settings, id === undefined ? [] : [id])
    const person = requireFound(people.values().next().value, PERSON_NOT_FOUND)
    return countAnswersBy(db.kysely, person._id)
  })

  serve('GET /api/waiting-questions', async ({ member }) => {
    const ids = await findWaitingQuestions(db, member.id)
    const posts = await findPageOfPosts(db.kysely, settings, listedById(ids), QUESTIONS_WAITING)
    return posts.items.map(({ value }) => value)
  })
}

function findQuestion(db: Queryable, id: string) {
  return visiblePosts(db)
    .select(['id', 'user_id', 'tags', 'question', 'accepted_count'])
    .where('id', '=', id)
    .executeTakeFirst()
}
