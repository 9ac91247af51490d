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

/**
 * The post, unless it is hidden or gone. It is locked first, so that whatever else changes it, its counts or its comments
 * comes before or after, and nobody deadlocks with its deletion.
 */
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

/** The same for a comment. */
export async function lockComment(trx: Queryable, postId: string, id: string) {
  const { rows } = await visibleComment(trx, postId, id)
  return requireFound(rows[0], NO_COMMENT)
}
