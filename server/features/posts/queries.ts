import { sql } from 'kysely'
import { COMMENTS_SHOWN_IN_FEED } from '../../../contract/limits.ts'
import type { Post } from '../../../contract/posts.ts'
import type { Queryable } from '../../database/database.ts'
import { isOneOf } from '../../database/expressions.ts'
import { DELETED, isNotHiddenBecause, isVisible } from '../../database/hidden.ts'
import { prepare } from '../../database/prepared.ts'
import { requireFound } from '../../platform/http/refusals.ts'
import type { Settings } from '../../platform/process/settings.ts'
import { findMentioned, mentionedIn } from '../markdown/mentions.ts'
import { presentComment, presentLikes, presentPost } from './present.ts'
import {
  newestComments,
  newestLikers,
  OUTER_POST,
  type ReactionLimits,
  readComments,
  withinBytes,
} from './reactions.ts'
import { NO_POST } from './require.ts'

/** With everyone whom the post and its comments show. */
export type LoadedPost = Post & { people: string[] }

/** Likes and comments are from one snapshot. */
export async function findPosts(
  db: Queryable,
  settings: Settings,
  ids: string[],
  limits: ReactionLimits,
): Promise<Map<string, LoadedPost>> {
  if (ids.length === 0) return new Map()
  const rows = await selectPosts(db, ids, limits)
  const posts = rows.map((row) => ({ ...row, comments: readComments(row.comments) }))
  const people = await findMentioned(
    db,
    posts.flatMap((post) => [post, ...post.comments]),
  )
  return new Map(
    posts.map((post) => {
      const comments = post.comments.map((comment) => presentComment(settings, comment, people))
      const presented = presentPost(settings, post, people, {
        likes: presentLikes(post.likers),
        comments: withinBytes(comments, limits.commentBytes),
      })
      const everyone = [post, ...post.comments].flatMap((text) => [text.user_id, ...mentionedIn(text)])
      return [post.id, { ...presented, people: everyone }]
    }),
  )
}

function selectPosts(db: Queryable, ids: string[], limits: ReactionLimits) {
  const [only, another] = ids
  // A distributed database reads one shard if the id is known.
  const post = another === undefined ? sql`${only}` : OUTER_POST
  return db
    .selectFrom('posts')
    .innerJoin('users', 'users.id', 'posts.user_id')
    .select(['posts.id', 'posts.user_id', 'posts.text', 'posts.html', 'posts.render_version'])
    .select(['posts.mentions', 'posts.tags', 'posts.version', 'posts.edited_at', 'posts.question'])
    .select(['posts.like_count', 'posts.comment_count', 'posts.accepted_count'])
    .select(['users.name', 'users.handle', 'users.avatar_hash', 'users.role'])
    .select(newestLikers(limits.likes, post).as('likers'))
    .select(newestComments(db, limits, post).as('comments'))
    .where(isVisible('posts'))
    .where(another === undefined ? sql<boolean>`posts.id = ${only}` : isOneOf(db, 'posts.id', ids))
    .execute()
}

// The approximate size of a comment in the feed beyond its text.
const COMMENT_OVERHEAD = 375

/** At least what each takes in the feed. */
export function findSizesOfPosts(db: Queryable, ids: string[]) {
  const comments = sql`case when comment_count < ${sql.lit(COMMENTS_SHOWN_IN_FEED)} then comment_count
    else ${sql.lit(COMMENTS_SHOWN_IN_FEED)} end`
  return db
    .selectFrom('posts')
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
  return db
    .selectFrom('posts')
    .select(['id', 'user_id', 'text', 'html', 'render_version', 'mentions'])
    .select(['version', 'edited_at', 'tags', 'question'])
    .where('id', '=', id)
    .where(isVisible('posts'))
    .executeTakeFirst()
}

export const requirePost = async (db: Queryable, id: string) => requireFound(await findPost(db, id), NO_POST)

const selectAuthor = prepare((db, id: string) =>
  db.selectFrom('posts').select('user_id').where('id', '=', id).where(isNotHiddenBecause(DELETED)),
)

export async function findAuthorOfPost(db: Queryable, id: string): Promise<{ user_id: string } | undefined> {
  const { rows } = await selectAuthor(db, id)
  return rows[0]
}
