import type { FastifyRequest } from 'fastify'
import { Post } from '../../../contract/posts.ts'
import type { Context } from '../../context.ts'
import { asId } from '../../ids.ts'
import type { Member } from '../../platform/http/caller.ts'
import type { Serve } from '../../platform/http/handler.ts'
import { type Page, pageKey, pageResponse, pathWith, renderPage } from '../../platform/http/paging.ts'
import { badToken, noToken } from '../../platform/http/refusals.ts'
import { tokenIn } from '../../platform/traffic/tokens.ts'
import { findPageOfPosts, listedById } from '../posts/cached-posts.ts'
import { findFollowedPosts } from './following.ts'
import { findQuestionsFor } from './for-me.ts'
import { type Filter, feedTopicsOf, newestPosts } from './queries.ts'

const PERSONAL = { following: findFollowedPosts, 'for-me': findQuestionsFor }

export function feedRoutes(serve: Serve, context: Context): void {
  const { db, cache, settings } = context

  const readFeed = ({ part, author, tag }: Filter, page: Page) => {
    const path = pathWith('/api/posts', { author, tag, feed: part === 'all' ? null : part })
    return cache.response(pageKey(path, page), async () => {
      const ids = await newestPosts(db.kysely, { part, author, tag }, { ...page, limit: page.limit + 1 })
      const posts = await findPageOfPosts(db.kysely, settings, listedById(ids), page.limit)
      const topics = [...feedTopicsOf({ part, author, tag }), ...posts.topics]
      return { ...renderPage(Post, posts, path, page.limit), topics }
    })
  }

  serve('GET /api/posts', async ({ request, member, query, page }) => {
    const { tag, feed } = query
    const author = query.author === null ? null : asId(query.author)
    if (feed === 'for-me' || feed === 'following') {
      const reader = requireMember(member, request)
      if (author === undefined) return []
      const ids = await PERSONAL[feed](db, reader.id, { author, tag }, { ...page, limit: page.limit + 1 })
      const posts = await findPageOfPosts(db.kysely, settings, listedById(ids), page.limit)
      return pageResponse(Post, posts, pathWith('/api/posts', { author, tag, feed }), page.limit)
    }
    return author === undefined ? [] : readFeed({ part: feed ?? 'all', author, tag }, page)
  })
}

/** Personal feeds are for members, even where visitors may read all others. */
function requireMember(member: Member | undefined, { raw }: FastifyRequest): Member {
  if (member) return member
  throw tokenIn(raw.headers) === undefined ? noToken() : badToken()
}
