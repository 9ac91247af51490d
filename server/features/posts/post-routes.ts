import type { Insertable } from 'kysely'
import type { Context } from '../../context.ts'
import { prepare } from '../../database/prepared.ts'
import { runTogether } from '../../database/run-together.ts'
import type { Tables } from '../../database/schema/tables.ts'
import { runWithCommit } from '../../database/with-commit.ts'
import { newId } from '../../ids.ts'
import type { Serve } from '../../platform/http/handler.ts'
import { requireFound } from '../../platform/http/refusals.ts'
import { queueDocument } from '../../platform/jobs/search-queue.ts'
import { requireActiveAtCommit } from '../accounts/active-member.ts'
import { countWrite } from '../accounts/attempts.ts'
import { mentionedIn } from '../markdown/mentions.ts'
import type { Renderer } from '../markdown/renderer.ts'
import { notify } from '../notifications/notify.ts'
import { keepPictures } from '../pictures/queries.ts'
import { insertTags } from '../tags/post-tags.ts'
import { postCreated } from './changes.ts'
import { authorFinder, type PostDocuments } from './documents.ts'
import { presentPost } from './present.ts'
import type { PostRecipients } from './recipients.ts'
import { NO_POST, requirePostId } from './require.ts'
import { POSTS } from './write-limits.ts'

type Parts = { renderer: Renderer; recipients: PostRecipients; post: PostDocuments['post'] }

export function singlePostRoutes(serve: Serve, context: Context, parts: Parts): void {
  const { db, settings } = context
  const { renderer, recipients, post } = parts
  const findAuthor = authorFinder(context)

  serve('GET /api/posts/:id', async ({ params }) =>
    requireFound(await post.response(requirePostId(params.id)), NO_POST),
  )

  serve('POST /api/posts', async ({ member, body: { text, question: isQuestion } }) => {
    await countWrite(context, POSTS, member.id)
    const author = await findAuthor(member.id)
    const { stored, people, tags } = await renderer.render(member.id, text)
    const id = newId()
    await keepPictures(db, text)
    const events = await recipients.ofPost(member.id, id, mentionedIn(stored))
    const row = {
      ...{ id, user_id: member.id, text, ...stored },
      ...{ tags: JSON.stringify(tags), question: isQuestion ? 1 : 0, like_count: 0, comment_count: 0 },
    }
    await db.transaction((trx) =>
      runTogether(
        requireActiveAtCommit(trx, member.id),
        runWithCommit(trx, insertPost.bind(trx, row)),
        runWithCommit(trx, queueDocument.bind(trx, id, id)),
        notify(trx, events),
        postCreated(trx, row),
        insertTags(trx, row),
      ),
    )
    // Everything is known, so nothing is read back.
    const created = { ...row, ...author, version: 1, edited_at: null, accepted_count: 0 }
    return presentPost(settings, created, people, { likes: [], comments: [] })
  })
}

const insertPost = prepare((db, row: Insertable<Tables['posts']>) => db.insertInto('posts').values(row))
