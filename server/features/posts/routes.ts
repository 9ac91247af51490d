import { sql } from 'kysely'
import type { Context } from '../../context.ts'
import type { Serve } from '../../platform/http/handler.ts'
import type { Renderer } from '../markdown/renderer.ts'
import { acceptingRoutes } from './answers/routes.ts'
import { commentRoutes } from './comments/routes.ts'
import { deletePostsOf, deleteReactions, deleteVersions } from './deletion.ts'
import { deletionRoutes } from './deletion-routes.ts'
import { editingRoutes } from './editing/routes.ts'
import { findMarks } from './likes/marks.ts'
import { likeRoutes } from './likes/routes.ts'
import { singlePostRoutes } from './post-routes.ts'

export function postRoutes(serve: Serve, context: Context, renderer: Renderer): void {
  const { db, accountDeletionSteps } = context
  accountDeletionSteps.push(
    (trx, userId) => deleteVersions(trx, 'comment_versions', sql`user_id = ${userId}`),
    (trx, userId) => deleteVersions(trx, 'post_versions', sql`user_id = ${userId}`),
    deletePostsOf,
    (trx, userId) => deleteReactions(trx, 'comments', 'user_id', userId),
    (trx, userId) => deleteReactions(trx, 'likes', 'user_id', userId),
    (trx, userId) => deleteReactions(trx, 'suspended_likes', 'user_id', userId),
  )

  singlePostRoutes(serve, context, renderer)
  deletionRoutes(serve, context)
  likeRoutes(serve, context)
  commentRoutes(serve, context, renderer)
  acceptingRoutes(serve, context)
  editingRoutes(serve, context, renderer)

  serve('GET /api/marks', ({ member, query }) => findMarks(db.kysely, member.id, query.posts))
}
