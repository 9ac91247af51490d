import type { Queryable } from '../../database/database.ts'
import { isPostgres } from '../../database/expressions.ts'
import { isVisible } from '../../database/hidden.ts'
import { prepare } from '../../database/prepared.ts'
import { requireFound } from '../../platform/http/refusals.ts'
import { NO_COMMENT, NO_POST } from './require.ts'

const visiblePost = prepare((db, id: string) =>
  db
    .selectFrom('posts')
    .select(['user_id', 'question', 'version'])
    .where('id', '=', id)
    .where(isVisible('posts'))
    .$if(isPostgres(db), (query) => query.forNoKeyUpdate()),
)

/** Locks first: other changes come before or after, and nobody deadlocks with the deletion. */
export async function lockPost(trx: Queryable, id: string) {
  const { rows } = await visiblePost(trx, id)
  return requireFound(rows[0], NO_POST)
}

const visibleComment = prepare((db, postId: string, id: string) =>
  db
    .selectFrom('comments')
    .select('version')
    .where('post_id', '=', postId)
    .where('id', '=', id)
    .where(isVisible('comments'))
    .$if(isPostgres(db), (query) => query.forNoKeyUpdate()),
)

export async function lockComment(trx: Queryable, postId: string, id: string) {
  const { rows } = await visibleComment(trx, postId, id)
  return requireFound(rows[0], NO_COMMENT)
}
