import type { Queryable } from '../database/database.ts'
import type { EntryKey } from './entry-index.ts'

/** Posts and comments after an id and up to another, in the order of their ids. */
export async function entriesAfter(
  db: Queryable,
  { after, last }: { after: string | null; last: string },
  limit: number,
): Promise<EntryKey[]> {
  const posts = await db
    .selectFrom('posts')
    .select(['id as post_id', 'id'])
    .$if(after !== null, (query) => query.where('id', '>', after ?? ''))
    .where('id', '<=', last)
    .orderBy('id')
    .limit(limit)
    .execute()
  const comments = await db
    .selectFrom('comments')
    .select(['post_id', 'id'])
    .$if(after !== null, (query) => query.where('id', '>', after ?? ''))
    .where('id', '<=', last)
    .orderBy('id')
    .limit(limit)
    .execute()
  return [...posts, ...comments].sort((a, b) => (a.id < b.id ? -1 : 1)).slice(0, limit)
}
