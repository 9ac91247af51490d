import type { Queryable } from '../database/database.ts'
import { showMentions } from '../writing/mentions.ts'
import { htmlOf } from '../writing/writing.ts'

/** What is written in these posts. */
export async function findWritten(
  db: Queryable,
  ids: string[],
): Promise<Map<string, { text: string; html: string }>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('posts')
    .select(['id', 'text', 'html', 'cook'])
    .where('id', 'in', ids)
    .execute()
  const written = rows.map((row) => ({ id: row.id, text: row.text, html: htmlOf(row) }))
  await showMentions(db, written)
  return new Map(written.map((post) => [post.id, post]))
}
