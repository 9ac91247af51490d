import { sql } from 'kysely'
import { CHARACTERS_READ, excerptOf } from '../../../contract/pages/excerpts.ts'
import type { Queryable } from '../../database/database.ts'
import { isOneOf } from '../../database/expressions.ts'
import { visibleComments, visiblePosts } from '../visibility.ts'

export type ExcerptSource = { post: string; comment: string | null }

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
  return new Map([...posts, ...comments].map((row) => [row.id, excerptOf(row.text)]))
}

const prefix = sql<string>`substr(text, 1, ${sql.lit(CHARACTERS_READ)})`.as('text')
