import { sql } from 'kysely'
import { BATCH } from '../../database/batches.ts'
import type { Queryable } from '../../database/database.ts'
import type { ThreadedRow } from './present.ts'

// Who was notified of a post or a comment, so that its deletion need not ask all shards. Its author and the author of the
// post are known; others are people whom any version mentions, and the authors of comments that it replies to.

type Comment = Pick<ThreadedRow, 'user_id' | 'text' | 'version' | 'parent_id' | 'accepted'>

/**
 * The author of the post, unless it is their own comment, and the author of the comment if it is accepted. Undefined if
 * others may have been notified, too.
 */
export function notifiedOfComment(comment: Comment, postAuthor: string): string[] | undefined {
  const { user_id, text, version, parent_id, accepted } = comment
  if (parent_id !== null || version > 1 || text.includes('@')) return undefined
  const others = postAuthor === user_id ? [] : [postAuthor]
  return accepted ? [...others, user_id] : others
}

/** The author, who is notified of likes and comments; undefined if there may be others, or if there are several posts. */
export async function notifiedOfPost(
  trx: Queryable,
  posts: { id: string; user_id: string }[],
): Promise<string[] | undefined> {
  const [post, another] = posts
  if (!post || another) return undefined
  const mayName = sql`version > 1 or text like '%@%'`
  // A post with more comments is not deleted at once.
  const { rows } = await sql`
    select 1 from posts where id = ${post.id} and (${mayName})
    union all
    select 1 from (select * from comments where post_id = ${post.id} limit ${sql.lit(BATCH + 1)}) as few
    where parent_id is not null or accepted = 1 or hidden <> 0 or ${mayName}`.execute(trx)
  return rows.length === 0 ? [post.user_id] : undefined
}
