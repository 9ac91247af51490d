import { sql } from 'kysely'
import { EXCERPT_LENGTH, MAX_PAGE_SIZE } from '../../../contract/limits.ts'
import type { Database, Queryable } from '../../database/database.ts'
import { isOneOf } from '../../database/expressions.ts'
import { prepare } from '../../database/prepared.ts'
import { readByIds } from '../../database/read-by-ids.ts'
import { readableText } from '../markdown/readable-text.ts'
import { htmlOf } from '../markdown/rendered.ts'

/** A post, and the comments on it, of which the beginnings are shown. */
export type Named = { post: string; comment: string | null }

// Enough for an excerpt, with the tags and links in it.
const READ = 20 * EXCERPT_LENGTH

const beginnings = prepare((db, postIds: string[], commentIds: string[], length: number) =>
  writtenIn(db, 'posts', postIds, length)
    .select(sql<string>`id`.as('post_id'))
    .unionAll(
      writtenIn(db, 'comments', commentIds, length)
        .select('post_id')
        .where(isOneOf(db, 'post_id', postIds)) as never,
    ),
)

/** For one post, which on several nodes is a query for one shard. */
const beginningsOn = prepare((db, postId: string, commentIds: string[], length: number) =>
  writtenIn(db, 'posts', undefined, length)
    .select(sql<string>`id`.as('post_id'))
    .where('id', '=', postId)
    .unionAll(
      writtenIn(db, 'comments', commentIds, length).select('post_id').where('post_id', '=', postId) as never,
    ),
)

function writtenIn(db: Queryable, table: 'posts' | 'comments', ids: string[] | undefined, length: number) {
  return db
    .selectFrom(table)
    .select(['id', 'render_version'])
    .select(sql<string>`substr(text, 1, ${length})`.as('text'))
    .select(sql<string>`substr(html, 1, ${length})`.as('html'))
    .where('hidden', '=', 0)
    .$if(ids !== undefined, (query) => query.where(isOneOf(db, 'id', ids ?? [])))
}

/** The beginnings of these posts and comments as plain text, by id; without what is not shown. */
export async function findExcerpts(db: Database, named: Named[]): Promise<Map<string, string>> {
  const postIds = [...new Set(named.map(({ post }) => post))]
  const commentIds = named.flatMap(({ comment }) => comment ?? [])
  if (postIds.length === 0) return new Map()
  const query = (ids: string[]) => {
    const [only, another] = ids
    return only && !another
      ? beginningsOn.bind(db.kysely, only, commentIds, READ)
      : beginnings.bind(db.kysely, ids, commentIds, READ)
  }
  const rows = await readByIds(db, postIds, query, (found) => found.length > 2 * MAX_PAGE_SIZE)
  const posts = new Set(rows.filter(({ id, post_id }) => id === post_id).map(({ id }) => id))
  // A comment is shown only if its post is.
  const shown = rows.filter(({ post_id }) => posts.has(post_id))
  return new Map(shown.map((row) => [row.id, excerptOf(htmlOf(row))]))
}

/** The beginning of HTML that we have made, as plain text in one line. The last tag may be incomplete. */
export function excerptOf(html: string): string {
  const text = readableText(html)
  const characters = [...text.slice(0, 2 * EXCERPT_LENGTH)]
  if (characters.length <= EXCERPT_LENGTH) return text
  return `${characters
    .slice(0, EXCERPT_LENGTH - 1)
    .join('')
    .trimEnd()}…`
}
