import { PAGE_BYTES } from '../../contract/limits.ts'
import { Comment, Post } from '../../contract/posts.ts'
import { Answer } from '../answers/answer.ts'
import { nextLink, type Page } from '../answers/list.ts'
import { serialise } from '../answers/serialise.ts'
import type { Context } from '../context.ts'
import type { Term } from '../database/full-text.ts'
import { splitPage } from '../http/paging.ts'
import { findComments } from '../posts/comment-queries.ts'
import { presentComment } from '../posts/present.ts'
import { findPosts } from '../posts/queries.ts'
import { IN_FEED } from '../posts/shown.ts'
import { showMentions } from '../writing/mentions.ts'
import { excerptOf } from './excerpt.ts'
import { type SearchQuery, searchPath } from './path.ts'
import { type FoundEntry, findTexts } from './queries.ts'

/** A page of what was found, of entries with one more than it shows if there is a next page. */
export async function hitsPage(
  { db, settings }: Context,
  found: FoundEntry[],
  words: Term[],
  query: SearchQuery,
  page: Page,
): Promise<Answer> {
  const { shown, isLast } = splitPage(found, page)
  const postIds = [...new Set(shown.map(({ post_id }) => post_id))].sort().reverse()
  const posts = postIds.length > 0 ? await findPosts(db, settings, postIds, IN_FEED) : new Map<string, Post>()
  const comments = await commentsOf({ db, settings }, shown)
  await showMentions(db.kysely, [
    ...[...posts.values()].flatMap((post) => [post, ...post.comments]),
    ...comments.values(),
  ])
  const texts = await findTexts(db.kysely, shown)

  const hits: string[] = []
  let bytes = 0
  let last: FoundEntry | undefined
  for (const entry of shown) {
    const post = posts.get(entry.post_id)
    const comment = entry.comment_id === null ? null : comments.get(entry.comment_id)
    if (post && comment !== undefined) {
      const excerpt = JSON.stringify(excerptOf(texts.get(entry.id) ?? '', words))
      const commentJson = comment === null ? 'null' : serialise(Comment, comment)
      const hit = `{"post":${serialise(Post, post)},"comment":${commentJson},"excerpt":${excerpt}}`
      bytes += Buffer.byteLength(hit) + 1
      if (hits.length > 0 && bytes > PAGE_BYTES) break
      hits.push(hit)
    }
    last = entry
  }
  const isWhole = isLast && last === shown.at(-1)
  const link = last && !isWhole ? nextLink(searchPath(query), page.limit, last.id) : undefined
  return new Answer(`[${hits.join(',')}]`, link)
}

async function commentsOf({ db, settings }: Pick<Context, 'db' | 'settings'>, entries: FoundEntry[]) {
  const byPost = Map.groupBy(
    entries.filter(({ comment_id }) => comment_id !== null),
    ({ post_id }) => post_id,
  )
  const rows = await Promise.all(
    [...byPost].map(([postId, ofPost]) =>
      findComments(
        db.kysely,
        postId,
        ofPost.map(({ id }) => id),
      ),
    ),
  )
  return new Map(rows.flat().map((row) => [row.id, presentComment(settings, row)]))
}
