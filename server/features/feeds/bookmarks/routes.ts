import { Post } from '../../../../contract/posts.ts'
import type { Context } from '../../../context.ts'
import type { Serve } from '../../../platform/http/handler.ts'
import { pageResponse } from '../../../platform/http/paging.ts'
import { refuseMissingParent, requireActive } from '../../accounts/active-member.ts'
import { findPageOfPosts } from '../../posts/cached-posts.ts'
import { deleteReactions } from '../../posts/deletion.ts'
import { requirePost } from '../../posts/queries.ts'
import { POST_NOT_FOUND, requirePostId } from '../../posts/require.ts'
import { addBookmark, listBookmarks, removeBookmark } from './queries.ts'

export function bookmarkRoutes(serve: Serve, { db, settings, accountDeletionSteps }: Context): void {
  accountDeletionSteps.push((trx, userId) => deleteReactions(trx, 'bookmarks', 'user_id', userId))

  serve('GET /api/bookmarks', async ({ member, page }) => {
    const rows = await listBookmarks(db.kysely, member.id, page)
    const posts = await findPageOfPosts(db.kysely, settings, rows, page.limit)
    return pageResponse(Post, posts, '/api/bookmarks', page.limit)
  })

  serve('PUT /api/bookmarks/:postId', async ({ member, params }) => {
    const { id } = await requirePost(db.kysely, requirePostId(params.postId))
    await refuseMissingParent(db, member.id, POST_NOT_FOUND, () =>
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
