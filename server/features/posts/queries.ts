import { sql } from 'kysely'
import { COMMENTS_SHOWN_IN_FEED } from '../../../contract/limits.ts'
import type { Like, Post } from '../../../contract/posts.ts'
import type { Queryable } from '../../database/database.ts'
import { isOneOf, jsonRows, readJsonRows } from '../../database/expressions.ts'
import { requireFound } from '../../platform/http/refusals.ts'
import type { Settings } from '../../platform/process/settings.ts'
import { findMentioned, mentionedIn } from '../markdown/mentions.ts'
import { DELETED, isNotHiddenBecause, visiblePosts } from '../visibility.ts'
import { type CommentRow, presentComment, presentPost } from './present.ts'
import { EACH_POST, newestComments, newestLikes, type ReactionLimits, withinBytes } from './reactions.ts'
import { POST_NOT_FOUND } from './require.ts'

export type LoadedPost = Post & { people: string[] }

/** One query, so that likes and comments are from one snapshot. */
export async function findPosts(
  db: Queryable,
  settings: Settings,
  ids: string[],
  limits: ReactionLimits,
): Promise<Map<string, LoadedPost>> {
  const [id, second] = ids
  if (id === undefined) return new Map()
  // With one id for all tables, Citus reads a single shard.
  const post = second === undefined ? sql<string>`${id}` : EACH_POST
  const rows = await visiblePosts(db)
    .innerJoin('users', 'users.id', 'posts.user_id')
    .select(['posts.id', 'posts.user_id', 'posts.text', 'posts.html'])
    .select(['posts.mentions', 'posts.tags', 'posts.version', 'posts.edited_at', 'posts.question'])
    .select(['posts.like_count', 'posts.comment_count', 'posts.accepted_count'])
    .select(['users.name', 'users.handle', 'users.avatar_hash', 'users.role'])
    .select(jsonRows(db, newestLikes(db, limits, post)).as('likes'))
    .select(jsonRows(db, newestComments(db, limits, post)).as('comments'))
    .where(second === undefined ? sql<boolean>`posts.id = ${id}` : isOneOf(db, 'posts.id', ids))
    .execute()
  const posts = rows.map((row) => ({
    ...row,
    likes: readJsonRows<Like>(row.likes),
    comments: readJsonRows<CommentRow>(row.comments),
  }))
  const people = await findMentioned(
    db,
    posts.flatMap((post) => [post, ...post.comments]),
  )
  return new Map(
    posts.map((post) => {
      const comments = post.comments.map((comment) => presentComment(settings, comment, people))
      const presented = presentPost(settings, post, people, {
        likes: post.likes,
        comments: withinBytes(comments, limits.commentBytes),
      })
      const everyone = [post, ...post.comments].flatMap((text) => [text.user_id, ...mentionedIn(text)])
      return [post.id, { ...presented, people: everyone }]
    }),
  )
}

const COMMENT_OVERHEAD = 375

export function findSizesOfPosts(db: Queryable, ids: string[]) {
  const comments = sql`case when comment_count < ${sql.lit(COMMENTS_SHOWN_IN_FEED)} then comment_count
    else ${sql.lit(COMMENTS_SHOWN_IN_FEED)} end`
  return visiblePosts(db)
    .select('id')
    .select(
      sql<number>`octet_length(text) + octet_length(html) + ${sql.lit(COMMENT_OVERHEAD)} * ${comments}`.as(
        'size',
      ),
    )
    .where(isOneOf(db, 'id', ids))
    .execute()
}

export function findPost(db: Queryable, id: string) {
  return visiblePosts(db)
    .select(['id', 'user_id', 'text', 'html', 'render_version', 'mentions'])
    .select(['version', 'edited_at', 'tags', 'question'])
    .where('id', '=', id)
    .executeTakeFirst()
}

export const requirePost = async (db: Queryable, id: string) =>
  requireFound(await findPost(db, id), POST_NOT_FOUND)

/** Includes removed posts, which their authors may delete. */
export function findAuthorOfPost(db: Queryable, id: string): Promise<{ user_id: string } | undefined> {
  return db
    .selectFrom('posts')
    .select('user_id')
    .where('id', '=', id)
    .where(isNotHiddenBecause(DELETED))
    .executeTakeFirst()
}
