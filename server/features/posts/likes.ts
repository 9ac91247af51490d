import { sql } from 'kysely'
import type { Marks } from '../../../contract/posts.ts'
import type { Context } from '../../context.ts'
import type { Queryable } from '../../database/database.ts'
import { isOneOf } from '../../database/expressions.ts'
import { asId, newId } from '../../ids.ts'
import type { Serve } from '../../platform/http/handler.ts'
import { refuseMissingParent, requireActive } from '../accounts/active-member.ts'
import { notify } from '../notifications/notify.ts'
import { retractEvent } from '../notifications/retract.ts'
import { visiblePosts } from '../visibility.ts'
import { likesChanged } from './changes.ts'
import { addToCount } from './counts.ts'
import { newestLikes, ON_POST } from './reactions.ts'
import { likeEvents } from './recipients.ts'
import { lockPost, POST_NOT_FOUND, requirePostId } from './require.ts'

export function likeRoutes(serve: Serve, { db, settings }: Context): void {
  serve('GET /api/marks', ({ member, query }) => findMarks(db.kysely, member.id, query.posts))

  serve('PUT /api/posts/like/:id', ({ member, params }) => {
    const postId = requirePostId(params.id)
    return refuseMissingParent(db, member.id, POST_NOT_FOUND, () =>
      db.transaction(async (trx) => {
        await requireActive(trx, member.id)
        const post = await lockPost(trx, postId)
        if (await insertLike(trx, postId, member.id)) {
          await addToCount(trx, postId, 'like_count', 1)
          await notify(trx, settings, likeEvents(member.id, postId, post.user_id))
          likesChanged(trx, postId)
        }
        return newestLikes(trx, ON_POST, postId).execute()
      }),
    )
  })

  serve('PUT /api/posts/unlike/:id', ({ member, params }) => {
    const postId = requirePostId(params.id)
    return db.transaction(async (trx) => {
      await requireActive(trx, member.id)
      const post = await lockPost(trx, postId)
      if (await deleteLike(trx, postId, member.id)) {
        await addToCount(trx, postId, 'like_count', -1)
        await retractEvent(trx, post.user_id, { kind: 'like', actor: member.id, subject: postId })
        likesChanged(trx, postId)
      }
      return newestLikes(trx, ON_POST, postId).execute()
    })
  })
}

async function findMarks(db: Queryable, userId: string, texts: string[]): Promise<Marks> {
  const ids = [...new Set(texts.map(asId))].filter((id) => id !== undefined)
  const rows = ids.length > 0 ? await marksOn(db, userId, ids) : []
  const marks = new Map(rows.map((row) => [row.id, row]))
  return {
    liked: ids.filter((id) => marks.get(id)?.liked),
    bookmarked: ids.filter((id) => marks.get(id)?.bookmarked),
  }
}

function marksOn(db: Queryable, userId: string, ids: string[]) {
  const isMarked = (table: 'likes' | 'bookmarks') => sql<boolean | number>`exists (
    select 1 from ${sql.table(table)} as marks where marks.post_id = posts.id and marks.user_id = ${userId}
  )`
  return visiblePosts(db)
    .select(['id', isMarked('likes').as('liked'), isMarked('bookmarks').as('bookmarked')])
    .where(isOneOf(db, 'id', ids))
    .execute()
}

async function insertLike(trx: Queryable, postId: string, userId: string): Promise<boolean> {
  const inserted = await trx
    .insertInto('likes')
    .values({ post_id: postId, user_id: userId, id: newId() })
    .onConflict((conflict) => conflict.columns(['post_id', 'user_id']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted !== undefined
}

async function deleteLike(trx: Queryable, postId: string, userId: string): Promise<boolean> {
  const deleted = await trx
    .deleteFrom('likes')
    .where('post_id', '=', postId)
    .where('user_id', '=', userId)
    .returning('id')
    .executeTakeFirst()
  return deleted !== undefined
}
