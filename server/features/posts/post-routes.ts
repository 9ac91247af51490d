import type { Context } from '../../context.ts'
import { newId } from '../../ids.ts'
import type { Serve } from '../../platform/http/handler.ts'
import { requireActive } from '../accounts/active-member.ts'
import { countWrite } from '../accounts/attempts.ts'
import { mentionedIn } from '../markdown/mentions.ts'
import type { Renderer } from '../markdown/renderer.ts'
import { notify } from '../notifications/notify.ts'
import { keepPictures } from '../pictures/queries.ts'
import { queueDocument } from '../search-queue/search-queue.ts'
import { insertTags } from '../tags/post-tags.ts'
import { requireCachedPost } from './cached-posts.ts'
import { postCreated } from './changes.ts'
import { presentPost } from './present.ts'
import { mentionEvents } from './recipients.ts'
import { requirePostId } from './require.ts'
import { POSTS } from './write-limits.ts'

export function singlePostRoutes(serve: Serve, context: Context, renderer: Renderer): void {
  const { db, settings } = context

  serve('GET /api/posts/:id', ({ params }) => requireCachedPost(context, requirePostId(params.id)))

  serve('POST /api/posts', async ({ member, body: { text, question } }) => {
    await countWrite(context, POSTS, member.id)
    const { stored, people, tags } = await renderer.render(member.id, text)
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
}
