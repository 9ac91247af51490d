import type { FastifyRequest } from 'fastify'
import type { Context } from '../../context.ts'
import { asId } from '../../ids.ts'
import { type Page, personalPage } from '../../platform/cache/list.ts'
import type { Member } from '../../platform/http/caller.ts'
import type { Serve } from '../../platform/http/handler.ts'
import { badToken, noToken } from '../../platform/http/refusals.ts'
import { tokenIn } from '../../platform/traffic/tokens.ts'
import type { PostDocuments } from '../posts/documents.ts'
import { followingFinder } from './following.ts'
import { forMeFinder } from './for-me.ts'
import { feedLists, feedPath } from './lists.ts'
import type { Filters } from './queries.ts'

export function feedRoutes(serve: Serve, context: Context, { inFeed }: PostDocuments): void {
  const feeds = feedLists(context, inFeed)

  const finders = { 'for-me': forMeFinder(context), following: followingFinder(context) }

  const personalFeed = async (feed: keyof typeof finders, member: Member, filters: Filters, page: Page) =>
    personalPage(inFeed, await finders[feed](member.id, filters, page), feedPath({ ...filters, feed }), page)

  serve('GET /api/posts', async ({ request, member, query, page }) => {
    const { tag, feed } = query
    const author = query.author === null ? null : asId(query.author)
    if (feed === 'for-me' || feed === 'following') {
      const reader = requireMember(member, request)
      return author === undefined ? [] : personalFeed(feed, reader, { author, tag }, page)
    }
    return author === undefined ? [] : feeds({ part: feed ?? 'all', author, tag }, page)
  })
}

/** Personal feeds are for members, even where visitors may read all others. */
function requireMember(member: Member | undefined, { raw }: FastifyRequest): Member {
  if (member) return member
  throw tokenIn(raw.headers) === undefined ? noToken() : badToken()
}
