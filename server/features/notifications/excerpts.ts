import { sql } from 'kysely'
import { EXCERPT_LENGTH, MAX_PAGE_SIZE } from '../../../contract/limits.ts'
import type { Database, Queryable } from '../../database/database.ts'
import { isOneOf } from '../../database/expressions.ts'
import { prepare } from '../../database/prepared.ts'
import { readByIds } from '../../database/read-by-ids.ts'
import { readableText } from '../markdown/readable-text.ts'
import { htmlOf } from '../markdown/rendered.ts'

export type ExcerptSource = { post: string; comment: string | null }

// Enough for an excerpt, with the tags and links in it.
const CHARACTERS_READ = 20 * EXCERPT_LENGTH

const texts = prepare((db, postIds: string[], commentIds: string[], length: number) =>
  visibleTexts(db, 'posts', postIds, length)
    .select(sql<string>`id`.as('post_id'))
    .unionAll(
      visibleTexts(db, 'comments', commentIds, length)
        .select('post_id')
        .where(isOneOf(db, 'post_id', postIds)) as never,
    ),
)

/** On Citus this is a query of one shard. */
const textsOnPost = prepare((db, postId: string, commentIds: string[], length: number) =>
  visibleTexts(db, 'posts', undefined, length)
    .select(sql<string>`id`.as('post_id'))
    .where('id', '=', postId)
    .unionAll(
      visibleTexts(db, 'comments', commentIds, length)
        .select('post_id')
        .where('post_id', '=', postId) as never,
    ),
)

function visibleTexts(db: Queryable, table: 'posts' | 'comments', ids: string[] | undefined, length: number) {
  return db
    .selectFrom(table)
    .select(['id', 'render_version'])
    .select(sql<string>`substr(text, 1, ${length})`.as('text'))
    .select(sql<string>`substr(html, 1, ${length})`.as('html'))
    .where('hidden', '=', 0)
    .$if(ids !== undefined, (query) => query.where(isOneOf(db, 'id', ids ?? [])))
}

export async function findExcerpts(db: Database, sources: ExcerptSource[]): Promise<Map<string, string>> {
  const postIds = [...new Set(sources.map(({ post }) => post))]
  const commentIds = sources.flatMap(({ comment }) => comment ?? [])
  if (postIds.length === 0) return new Map()
  const query = (ids: string[]) => {
    const [only, another] = ids
    return only && !another
      ? textsOnPost.bind(db.kysely, only, commentIds, CHARACTERS_READ)
      : texts.bind(db.kysely, ids, commentIds, CHARACTERS_READ)
  }
  const rows = await readByIds(db, postIds, query, (found) => found.length > 2 * MAX_PAGE_SIZE)
  const posts = new Set(rows.filter(({ id, post_id }) => id === post_id).map(({ id }) => id))
  // A comment is visible only if its post is.
  const visible = rows.filter(({ post_id }) => posts.has(post_id))
  return new Map(visible.map((row) => [row.id, excerptOf(htmlOf(row))]))
}

export function excerptOf(html: string): string {
  const text = readableText(html)
  const characters = [...text.slice(0, 2 * EXCERPT_LENGTH)]
  if (characters.length <= EXCERPT_LENGTH) return text
  return `${characters
    .slice(0, EXCERPT_LENGTH - 1)
    .join('')
    .trimEnd()}…`
}
