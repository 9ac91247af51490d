import type { Context } from '../../context.ts'
import { newId } from '../../ids.ts'
import type { Serve } from '../../platform/http/handler.ts'
import { requireFound } from '../../platform/http/refusals.ts'
import { queueDocument } from '../../platform/jobs/search-queue.ts'
import { requireActive } from '../accounts/active-member.ts'
import { countWrite } from '../accounts/attempts.ts'
import { mentionedIn } from '../markdown/mentions.ts'
import type { Renderer } from '../markdown/renderer.ts'
import { notify } from '../notifications/notify.ts'
import { keepPictures } from '../pictures/queries.ts'
import { insertTags } from '../tags/post-tags.ts'
import { postCreated } from './changes.ts'
import type { PostDocuments } from './documents.ts'
import { presentPost } from './present.ts'
import { mentionEvents } from './recipients.ts'
import { NO_POST, requirePostId } from './require.ts'
import { POSTS } from './write-limits.ts'

type Parts = { renderer: Renderer; post: PostDocuments['post'] }

export function singlePostRoutes(serve: Serve, context: Context, { renderer, post }: Parts): void {
  const { db, settings } = context

  serve('GET /api/posts/:id', async ({ params }) =>
    requireFound(await post.response(requirePostId(params.id)), NO_POST),
  )

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
