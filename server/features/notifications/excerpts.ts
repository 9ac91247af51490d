import { sql } from 'kysely'
import { EXCERPT_LENGTH } from '../../../contract/limits.ts'
import type { Queryable } from '../../database/database.ts'
import { isOneOf } from '../../database/expressions.ts'
import { readableText } from '../markdown/readable-text.ts'
import { visibleComments, visiblePosts } from '../visibility/visible.ts'

export type ExcerptSource = { post: string; comment: string | null }

// Enough for an excerpt, with the tags and links in it.
const CHARACTERS_READ = 20 * EXCERPT_LENGTH

/** By the id of the post, or of the comment on it. What is hidden has none. */
export async function findExcerpts(db: Queryable, sources: ExcerptSource[]): Promise<Map<string, string>> {
  const postIds = [...new Set(sources.map(({ post }) => post))]
  const commentIds = sources.flatMap(({ comment }) => comment ?? [])
  const posts = await visiblePosts(db)
    .select(['id', prefix])
    .where(isOneOf(db, 'id', postIds))
    .execute()
  const visible = posts.map(({ id }) => id)
  const comments = await visibleComments(db)
    .select(['id', prefix])
    .where(isOneOf(db, 'post_id', visible))
    .where(isOneOf(db, 'id', commentIds))
    .execute()
  return new Map([...posts, ...comments].map((row) => [row.id, excerptOf(row.html)]))
}

const prefix = sql<string>`substr(html, 1, ${sql.lit(CHARACTERS_READ)})`.as('html')

export function excerptOf(html: string): string {
  const text = readableText(html)
  const characters = [...text.slice(0, 2 * EXCERPT_LENGTH)]
  if (characters.length <= EXCERPT_LENGTH) return text
  return `${characters
    .slice(0, EXCERPT_LENGTH - 1)
    .join('')
    .trimEnd()}…`
}
