import { PAGE_BYTES } from '../../contract/limits.ts'
import { Comment } from '../../contract/posts.ts'
import { Answer } from '../answers/answer.ts'
import type { Document } from '../answers/document.ts'
import { joinJson } from '../answers/json-list.ts'
import { loadFirst, nextLink, type Page } from '../answers/list.ts'
import { serialise } from '../answers/serialise.ts'
import type { Context } from '../context.ts'
import type { Term } from '../database/full-text.ts'
import { splitPage } from '../http/paging.ts'
import { findComments } from '../posts/comment-queries.ts'
import { presentComment } from '../posts/present.ts'
import { untilTickHasTime } from '../ticks.ts'
import { showMentions } from '../writing/mentions.ts'
import { excerptOf } from './excerpt.ts'
import { type SearchQuery, searchPath } from './path.ts'
import type { FoundEntry } from './queries.ts'

/** A page of what was found, of entries with one more than it shows if there is a next page. */
export async function hitsPage(
  context: Context,
  inFeed: Document,
  found: FoundEntry[],
  words: Term[],
  query: SearchQuery,
  page: Page,
): Promise<Answer> {
  const { shown, isLast } = splitPage(found, page)
  const [posts, comments] = await Promise.all([loadPosts(inFeed, shown), loadComments(context, shown)])

  const hits: Buffer[] = []
  let bytes = 0
  let last: FoundEntry | undefined
  for (const entry of shown) {
    // Posts that do not fit are left to the next page.
    if (!posts.has(entry.post_id)) break
    const post = posts.get(entry.post_id)
    const comment = entry.comment_id === null ? null : comments.get(entry.comment_id)
    // Otherwise it was deleted after it had been found.
    if (post && comment !== undefined) {
      await untilTickHasTime()
      const hit = toJson(post, comment, await excerptOf(comment ?? JSON.parse(post.toString()), words))
      bytes += hit.length + 1
      if (hits.length > 0 && bytes > PAGE_BYTES) break
      hits.push(hit)
    }
    last = entry
  }
  const isWhole = isLast && last === shown.at(-1)
  const link =
    last && !isWhole ? nextLink(searchPath(query), page.limit, last.position ?? last.id) : undefined
  return new Answer(joinJson(hits), link)
}

function toJson(post: Buffer, comment: Comment | null, excerpt: string): Buffer {
  const commentJson = comment === null ? 'null' : serialise(Comment, comment)
  return Buffer.concat([
    Buffer.from('{"post":'),
    post,
    Buffer.from(`,"comment":${commentJson},"excerpt":${JSON.stringify(excerpt)}}`),
  ])
}

/** The JSON of the first posts, about as many as fit on a page; undefined for those that were deleted. */
async function loadPosts(inFeed: Document, entries: FoundEntry[]): Promise<Map<string, Buffer | undefined>> {
  const ids = [...new Set(entries.map(({ post_id }) => post_id))]
  const parts = await loadFirst(inFeed, ids)
  return new Map(parts.map((part, index) => [ids[index] ?? '', part?.value.json]))
}

async function loadComments({ db, settings }: Context, entries: FoundEntry[]): Promise<Map<string, Comment>> {
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
  const comments = rows.flat().map((row) => presentComment(settings, row))
  await showMentions(db.kysely, comments)
  return new Map(comments.map((comment) => [comment._id, comment]))
}
