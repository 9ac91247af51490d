import type { Context } from '../../context.ts'
import type { Queryable } from '../../database/database.ts'
import { Refusal } from '../../platform/http/refusals.ts'
import { blockersFinder, findBlockers } from '../accounts/blocks/queries.ts'
import { requirePost } from './queries.ts'

export const blockedBy = (noun: 'post' | 'comment') =>
  new Refusal(403, [{ msg: `The author of this ${noun} has blocked you` }])

/** People do not comment on the posts of those who have blocked them. */
export function postBlocks(context: Context) {
  const find = blockersFinder(context)
  return {
    findBlockers: find,

    /** Without the cache: the block may have been made since the request was admitted. */
    findCurrentBlockers: async (trx: Queryable, userId: string): Promise<ReadonlySet<string>> =>
      new Set(await findBlockers(trx, userId)),

    async refuseBlocked(userId: string, postId: string): Promise<void> {
      const blockers = await find(userId)
      if (blockers.size === 0) return
      const post = await requirePost(context.db.kysely, postId)
      if (blockers.has(post.user_id)) throw blockedBy('post')
    },
  }
}

export type PostBlocks = ReturnType<typeof postBlocks>
