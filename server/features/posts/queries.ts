import { sql } from 'kysely'
import { COMMENTS_SHOWN_IN_FEED, PAGE_BYTES } from '../../../contract/limits.ts'
import type { Post } from '../../../contract/posts.ts'
import type { Database, Queryable } from '../../database/database.ts'
import { DELETED, isNotHiddenBecause, isVisible } from '../../database/hidden.ts'
import { prepare } from '../../database/prepared.ts'
import { readByIds } from '../../database/read-by-ids.ts'
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

const postRows = prepare((db, limits: ReactionLimits, pageBytes: number, ...ids: string[]) => {
  const post = ids.length > 1 ? OUTER_POST : sql`${ids[0]}`
  return db
    .selectFrom('posts')
    .innerJoin('users', 'users.id', 'posts.user_id')
    .select([
      'posts.id',
      'posts.user_id',
      'posts.text',
      'posts.html',
      'posts.render_version',
      'posts.mentions',
    ])
    .select(['posts.tags', 'posts.version', 'posts.edited_at', 'posts.question'])
    .select(['posts.like_count', 'posts.comment_count', 'posts.accepted_count'])
    .select(['users.name', 'users.handle', 'users.avatar_hash', 'users.role'])
    .select(newestLikers(limits.likes, post).as('likers'))
    .select(newestComments(db, limits, post).as('comments'))
    .where(isVisible('posts'))
    .where('posts.id', 'in', ids.length > 1 ? postsOnOnePage(db, ids, pageBytes) : ids)
})

// The approximate size of a comment in the feed beyond its text.
const COMMENT_OVERHEAD = 375

function postsOnOnePage(db: Queryable, ids: string[], pageBytes: number) {
  const size = sql`octet_length(text) + octet_length(html) + ${sql.lit(COMMENT_OVERHEAD)} * case
    when comment_count < ${sql.lit(COMMENTS_SHOWN_IN_FEED)} then comment_count
    else ${sql.lit(COMMENTS_SHOWN_IN_FEED)} end`
  return db
    .selectFrom(({ selectFrom }) =>
      selectFrom('posts')
        .select('id')
        .select(
          sql<number>`sum(${size}) over (order by id desc rows between unbounded preceding and 1 preceding)`.as(
            'before',
          ),
        )
        .where('id', 'in', ids)
        .as('newest'),
    )
    .select('newest.id')
    .where(sql<boolean>`coalesce(newest.before, 0) < ${pageBytes}`)
}

export type LoadedPost = Post & { people: string[] }

/** Likes and comments are from one snapshot. */
export async function findPosts(
  db: Database,
  settings: Settings,
  ids: string[],
  limits: ReactionLimits,
): Promise<Map<string, LoadedPost>> {
  const query = (some: string[]) => postRows.bind(db.kysely, limits, PAGE_BYTES, ...some)
  const rows = await readByIds(db, ids, query, fillsPage)
  const posts = rows.map((row) => ({ ...row, comments: readComments(row.comments) }))
  const people = await findMentioned(
    db.kysely,
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

function fillsPage(rows: { text: string; html: string; comments: string | null }[]): boolean {
  const sizes = rows.map(({ text, html, comments }) => text.length + html.length + (comments?.length ?? 0))
  return sizes.reduce((sum, size) => sum + size, 0) >= PAGE_BYTES
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
