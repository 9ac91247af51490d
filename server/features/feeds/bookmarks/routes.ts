import type { Context } from '../../../context.ts'
import { personalPage } from '../../../platform/cache/list.ts'
import type { Serve } from '../../../platform/http/handler.ts'
import { splitPage } from '../../../platform/http/paging.ts'
import { requireActive } from '../../accounts/active-member.ts'
import { refuseMissingParent } from '../../accounts/missing-parent.ts'
import { deleteReactions } from '../../posts/deletion.ts'
import type { PostDocuments } from '../../posts/documents.ts'
import { requirePost } from '../../posts/queries.ts'
import { NO_POST, requirePostId } from '../../posts/require.ts'
import { addBookmark, listBookmarks, removeBookmark } from './queries.ts'

export function bookmarkRoutes(
  serve: Serve,
  { db, accountDeletionSteps }: Context,
  { inFeed }: PostDocuments,
): void {
  accountDeletionSteps.push((trx, userId) => deleteReactions(trx, 'bookmarks', 'user_id', userId))

  serve('GET /api/bookmarks', async ({ member, page }) => {
    const { shown, isLast } = splitPage(await listBookmarks(db.kysely, member.id, page), page)
    const keys = shown.map(({ id, post_id }) => ({ id: post_id, position: id }))
    return personalPage(inFeed, { keys, isLast }, '/api/bookmarks', page)
  })

  serve('PUT /api/bookmarks/:postId', async ({ member, params }) => {
    const { id } = await requirePost(db.kysely, requirePostId(params.postId))
    await refuseMissingParent(db, member.id, NO_POST, () =>
      db.transaction(async (trx) => {
        await requireActive(trx, member.id)
        await addBookmark(trx, member.id, id)
      }),
    )
    return { msg: 'Bookmarked' }
  })

  serve('DELETE /api/bookmarks/:postId', async ({ member, params }) => {
    const { id } = await requirePost(db.kysely, requirePostId(params.postId))
    await db.transaction(async (trx) => {
      await requireActive(trx, member.id)
      await removeBookmark(trx, member.id, id)
    })
    return { msg: 'Bookmark removed' }
  })
}
