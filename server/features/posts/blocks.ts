import type { Queryable } from '../../database/database.ts'
import { Refusal } from '../../platform/http/refusals.ts'
import { isBlockedBy } from '../accounts/blocks/queries.ts'

/** Nobody comments on the posts of those who have blocked them, or replies to their comments. */
export async function refuseBlocked(
  trx: Queryable,
  userId: string,
  author: string,
  noun: 'post' | 'comment',
): Promise<void> {
  if (!(await isBlockedBy(trx, author, userId))) return
  throw new Refusal(403, [{ msg: `The author of this ${noun} has blocked you` }])
}
