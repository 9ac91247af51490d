import { sql } from 'kysely'
import { Post } from '../../../contract/posts.ts'
import type { App } from '../../context.ts'
import { asId, newId } from '../../ids.ts'
import { requireAccess, requireMember } from '../../platform/http/caller.ts'
import { type Page, pageKey, pageResponse, pathWith, renderPage } from '../../platform/http/paging.ts'
import { requireActive } from '../accounts/active-member.ts'
import { countWrite, POSTS } from '../accounts/attempts.ts'
import { mentionedIn } from '../markdown/mentions.ts'
import { rerenderOldTexts } from '../markdown/old-texts.ts'
import type { Renderer } from '../markdown/renderer.ts'
import { notify } from '../notifications/notify.ts'
import { queueDocument } from '../search-queue.ts'
import { insertTags } from '../tags/post-tags.ts'
import { keepPictures } from '../used-pictures.ts'
import { acceptingRoutes } from './answers.ts'
import { findPageOfPosts, listedById, requireCachedPost } from './cached-posts.ts'
import { postCreated } from './changes.ts'
import { commentRoutes } from './comments/routes.ts'
import { deletePostsOf, deleteReactions, deleteVersions } from './deletion.ts'
import { deletionRoutes } from './deletion-routes.ts'
import { editingRoutes } from './editing/routes.ts'
import { findFollowedPosts } from './feed/following.ts'
import { findQuestionsFor } from './feed/for-me.ts'
import { type Filter, feedTopicsOf, newestPosts } from './feed/queries.ts'
import { likeRoutes } from './likes.ts'
import { TEXTS_OF_POSTS } from './old-texts.ts'
import { presentPost } from './present.ts'
import { mentionEvents } from './recipients.ts'
import { requirePostId } from './require.ts'

const PERSONAL = { following: findFollowedPosts, 'for-me': findQuestionsFor }

export function addPosts({ serve, context }: App, renderer: Renderer): void {
  const { db, cache, settings, accountDeletionSteps } = context
  rerenderOldTexts(context, renderer, 're-render', TEXTS_OF_POSTS)
  accountDeletionSteps.push(
    (trx, userId) => deleteVersions(trx, 'comment_versions', sql`user_id = ${userId}`),
    (trx, userId) => deleteVersions(trx, 'post_versions', sql`user_id = ${userId}`),
    deletePostsOf,
    (trx, userId) => deleteReactions(trx, 'comments', 'user_id', userId),
    (trx, userId) => deleteReactions(trx, 'likes', 'user_id', userId),
    (trx, userId) => deleteReactions(trx, 'suspended_likes', 'user_id', userId),
  )

  const readFeed = ({ part, author, tag }: Filter, page: Page) => {
    const path = pathWith('/api/posts', { author, tag, feed: part === 'all' ? null : part })
    return cache.response(pageKey(path, page), async () => {
      const ids = await newestPosts(db.kysely, { part, author, tag }, { ...page, limit: page.limit + 1 })
      const posts = await findPageOfPosts(db.kysely, settings, listedById(ids), page.limit)
      const topics = [...feedTopicsOf({ part, author, tag }), ...posts.topics]
      return { ...renderPage(Post, posts, path, page.limit), topics }
    })
  }

  serve('GET /api/posts', async ({ request, query, page }) => {
    const { tag, feed } = query
    if (query.author !== null) requireAccess(request, 'profile-reader')
    const author = query.author === null ? null : asId(query.author)
    if (feed === 'for-me' || feed === 'following') {
      const { id } = requireMember(request)
      if (author === undefined) return []
      const ids = await PERSONAL[feed](db, id, { author, tag }, { ...page, limit: page.limit + 1 })
      const posts = await findPageOfPosts(db.kysely, settings, listedById(ids), page.limit)
      return pageResponse(Post, posts, pathWith('/api/posts', { author, tag, feed }), page.limit)
    }
    return author === undefined ? [] : readFeed({ part: feed ?? 'all', author, tag }, page)
  })

  serve('GET /api/posts/:id', ({ params }) => requireCachedPost(context, requirePostId(params.id)))

  serve('POST /api/posts', async ({ request, member, body: { text, question } }) => {
    await countWrite(context, POSTS, member.id)
    const { stored, people, tags } = await renderer.render({ id: member.id, address: request.address }, text)
    await keepPictures(db, text)
    const row = {
      id: newId(),
      user_id: member.id,
      text,
      ...stored,
      tags: JSON.stringify(tags),
      question: question ? 1 : 0,
      like_count: 0,
      comment_count: 0,
    }
    const author = await db.transaction(async (trx) => {
      const active = await requireActive(trx, member.id)
      await trx.insertInto('posts').values(row).execute()
      await insertTags(trx, row)
      await queueDocument(trx, row.id, row.id)
      const mentions = mentionEvents(member.id, { post: row.id, comment: null }, mentionedIn(stored))
      await notify(trx, settings, mentions)
      postCreated(trx, row)
      return active
    })
    const created = { ...row, ...author, version: 1, edited_at: null, accepted_count: 0 }
    return presentPost(settings, created, people, { likes: [], comments: [] })
  })

  deletionRoutes(serve, context)
  likeRoutes(serve, context)
  commentRoutes(serve, context, renderer)
  acceptingRoutes(serve, context)
  editingRoutes(serve, context, renderer)
}
