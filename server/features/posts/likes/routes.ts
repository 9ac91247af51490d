import { sql } from 'kysely'
import { LIKES_SHOWN } from '../../../../contract/limits.ts'
import type { Like } from '../../../../contract/posts.ts'
import type { Context } from '../../../context.ts'
import type { Queryable } from '../../../database/database.ts'
import { prepare } from '../../../database/prepared.ts'
import { runNamed, runTogether } from '../../../database/run-together.ts'
import { newId } from '../../../ids.ts'
import type { Serve } from '../../../platform/http/handler.ts'
import { requireFound } from '../../../platform/http/refusals.ts'
import { requireActive } from '../../accounts/active-member.ts'
import { refuseMissingParent } from '../../accounts/missing-parent.ts'
import { notify } from '../../notifications/notify.ts'
import { retractEvent } from '../../notifications/retract.ts'
import { likesChanged } from '../changes.ts'
import { correctCount, countOnPost } from '../counts.ts'
import { presentLikes } from '../present.ts'
import { newestLikers } from '../reactions.ts'
import type { PostRecipients } from '../recipients.ts'
import { NO_POST, requirePostId } from '../require.ts'

// Counting locks the post. It comes first, as hardly anybody likes or unlikes twice.
export function likeRoutes(serve: Serve, { db }: Context, recipients: PostRecipients): void {
  serve('PUT /api/posts/like/:id', async ({ member, params }) => {
    const postId = requirePostId(params.id)
    const events = await recipients.ofLike(member.id, postId)
    const like = { post_id: postId, user_id: member.id, id: newId() }
    return refuseMissingParent(db, member.id, NO_POST, () =>
      db.transaction(async (trx) => {
        const { inserted, likes } = await runNamed({
          active: requireActive(trx, member.id),
          counted: countOnPost(trx, postId, 'like_count', 1),
          inserted: insertLike(trx, like),
          likes: findLikes(trx, postId),
        })
        if (inserted.rows.length > 0) await runTogether(notify(trx, events), likesChanged(trx, postId))
        else await correctCount(trx, postId, 'like_count', -1)
        return likes
      }),
    )
  })

  serve('PUT /api/posts/unlike/:id', async ({ member, params }) => {
    const postId = requirePostId(params.id)
    const author = requireFound(await recipients.findAuthor(postId), NO_POST)
    return db.transaction(async (trx) => {
      const { deleted, likes } = await runNamed({
        counted: countOnPost(trx, postId, 'like_count', -1),
        deleted: deleteLike(trx, postId, member.id),
        likes: findLikes(trx, postId),
        retracted: retractEvent(trx, author, { kind: 'like', actor: member.id, subject: postId }),
      })
      if (deleted.rows.length > 0) await likesChanged(trx, postId)
      else await correctCount(trx, postId, 'like_count', 1)
      return likes
    })
  })
}

const insertLike = prepare((db, like: { post_id: string; user_id: string; id: string }) =>
  db
    .insertInto('likes')
    .values(like)
    .onConflict((conflict) => conflict.columns(['post_id', 'user_id']).doNothing())
    .returning('id'),
)

const deleteLike = prepare((db, postId: string, userId: string) =>
  db.deleteFrom('likes').where('post_id', '=', postId).where('user_id', '=', userId).returning('id'),
)

const likers = prepare((db, postId: string) =>
  db
    .selectFrom('posts')
    .select(newestLikers(LIKES_SHOWN, sql`${postId}`).as('likers'))
    .where('id', '=', postId),
)

async function findLikes(trx: Queryable, postId: string): Promise<Like[]> {
  const { rows } = await likers(trx, postId)
  return presentLikes(rows[0]?.likers ?? null)
}
