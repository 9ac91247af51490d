import { sql } from 'kysely'
import type { Context } from '../../context.ts'
import { BATCH, inBatches } from '../../database/batches.ts'
import type { Queryable } from '../../database/database.ts'
import type { Serve } from '../../platform/http/handler.ts'
import { notFound, requireFound, requireOwn } from '../../platform/http/refusals.ts'
import { after, cancelJob } from '../../platform/jobs/queries.ts'
import { requireActive } from '../accounts/active-member.ts'
import { finishNotificationsOn, startNotificationsOn } from '../notifications/visibility.ts'
import { syncTags } from '../tags/post-tags.ts'
import { DELETED, isNotHiddenBecause } from '../visibility.ts'
import { requireCachedPost } from './cached-posts.ts'
import { postCreated, postsDeleted } from './changes.ts'
import { countRowsOn, deleteLocked, deleteReactionBatch, lockPosts } from './deletion.ts'
import { findAuthorOfPost } from './queries.ts'
import { POST_NOT_FOUND, requirePostId } from './require.ts'

const DELETE_POST = 'delete-post'
const RESTORABLE_FOR = 60_000

/** A deleted post is hidden until the job deletes it, or its author cancels the job. */
export function deletionRoutes(serve: Serve, context: Context): void {
  const { db, jobs, cache } = context
  const deleteLater = jobs.define<{ post: string }>(DELETE_POST, {
    atOnce: 1,
    run: ({ post: id }) => inBatches(() => db.transaction((trx) => deletePostOrBatch(trx, id))),
  })

  serve('DELETE /api/posts/:id', async ({ member, params }) => {
    const id = requirePostId(params.id)
    requireOwn(await findAuthorOfPost(db.kysely, id), member, POST_NOT_FOUND)
    await db.transaction(async (trx) => {
      await requireActive(trx, member.id)
      await hidePost(trx, id)
      await deleteLater(trx, { post: id }, after(trx, RESTORABLE_FOR))
    })
    await finishNotificationsOn(db, id)
    return { msg: 'Post removed' }
  })

  serve('POST /api/posts/:id/restore', async ({ member, params }) => {
    const id = requirePostId(params.id)
    await db.transaction(async (trx) => {
      await requireActive(trx, member.id)
      if (!(await cancelJob(trx, DELETE_POST, { post: id }))) throw notFound(POST_NOT_FOUND)
      await restorePost(trx, id, member.id)
    })
    await finishNotificationsOn(db, id)
    await cache.checkAfterWrite()
    return requireCachedPost(context, id)
  })
}

const COLUMNS = ['id', 'user_id', 'tags', 'question', 'hidden'] as const

async function hidePost(trx: Queryable, id: string): Promise<void> {
  const hidden = await trx
    .updateTable('posts')
    .set({ hidden: sql`hidden + ${sql.lit(DELETED)}` })
    .where('id', '=', id)
    .where(isNotHiddenBecause(DELETED))
    .returning(COLUMNS)
    .executeTakeFirst()
  const post = requireFound(hidden, POST_NOT_FOUND)
  await syncTags(trx, [post])
  await startNotificationsOn(trx, post)
  postsDeleted(trx, [{ ...post, wasVisible: post.hidden === DELETED }])
}

async function restorePost(trx: Queryable, id: string, author: string): Promise<void> {
  const restored = await trx
    .updateTable('posts')
    .set({ hidden: 0 })
    .where('id', '=', id)
    .where('user_id', '=', author)
    .where('hidden', '=', DELETED)
    .returning(COLUMNS)
    .executeTakeFirst()
  const post = requireFound(restored, POST_NOT_FOUND)
  await syncTags(trx, [post])
  await startNotificationsOn(trx, post)
  postCreated(trx, post)
}

async function deletePostOrBatch(trx: Queryable, id: string): Promise<{ done: boolean }> {
  const [post] = await lockPosts(trx, [id])
  if (!post || (await deleteLocked(trx, [post], sql<boolean>`${countRowsOn(sql`${id}`)} <= ${BATCH}`))) {
    return { done: true }
  }
  await deleteReactionBatch(trx, id)
  return { done: false }
}
