import type { FormValue } from '../../../contract/fields/form.ts'
import { PAGE_BYTES } from '../../../contract/limits.ts'
import { Comment } from '../../../contract/posts.ts'
import type { SearchPage } from '../../../contract/search.ts'
import type { Context } from '../../context.ts'
import type { Document } from '../../platform/cache/document.ts'
import { HttpResponse } from '../../platform/cache/http-response.ts'
import { joinJson, serialise } from '../../platform/cache/json.ts'
import { loadFirst, nextLink, type Page } from '../../platform/cache/list.ts'
import { pathWith, splitPage } from '../../platform/http/paging.ts'
import { untilTickHasTime } from '../../ticks.ts'
import { findMentioned } from '../markdown/mentions.ts'
import { findComments } from '../posts/comments/queries.ts'
import { presentComment } from '../posts/present.ts'
import { excerptOf } from './excerpt.ts'
import type { Term } from './full-text.ts'
import type { Hit } from './queries.ts'

type SearchQuery = FormValue<typeof SearchPage.query>

/** The same path however the parameters were written. */
export function searchPath({ limit: _limit, cursor: _cursor, ...query }: SearchQuery): string {
  return pathWith('/api/search', query)
}

type Found = { hits: Hit[]; words: Term[]; query: SearchQuery; page: Page }

export async function hitsPage(context: Context, inFeed: Document, { hits, words, query, page }: Found) {
  const { shown, isLast } = splitPage(hits, page)
  const [posts, comments] = await Promise.all([loadPosts(inFeed, shown), loadComments(context, shown)])

  const parts: Buffer[] = []
  let bytes = 0
  let last: Hit | undefined
  for (const hit of shown) {
    if (!posts.has(hit.post_id)) break
    const post = posts.get(hit.post_id)
    const comment = hit.comment_id === null ? null : comments.get(hit.comment_id)
    if (post && comment !== undefined) {
      await untilTickHasTime()
      const excerpt = JSON.stringify(excerptOf(comment ?? JSON.parse(post.toString()), words))
      const commentJson = comment && serialise(Comment, comment)
      const part = Buffer.from(`{"post":${post},"comment":${commentJson},"excerpt":${excerpt}}`)
      bytes += part.length + 1
      if (parts.length > 0 && bytes > PAGE_BYTES) break
      parts.push(part)
    }
    last = hit
  }
  const isComplete = isLast && last === shown.at(-1)
  const link = last && !isComplete ? nextLink(searchPath(query), page.limit, last.position) : undefined
  return new HttpResponse(joinJson(parts), link)
}

async function loadPosts(inFeed: Document, hits: Hit[]): Promise<Map<string, Buffer | undefined>> {
  const ids = [...new Set(hits.map(({ post_id }) => post_id))]
  const parts = await loadFirst(inFeed, ids)
  return new Map(parts.map((part, index) => [ids[index] ?? '', part?.value.json]))
}

async function loadComments({ db, settings }: Context, hits: Hit[]): Promise<Map<string, Comment>> {
  const ofComments = hits.filter(({ comment_id }) => comment_id !== null)
  const byPost = Map.groupBy(ofComments, ({ post_id }) => post_id)
  const idsOf = (some: Hit[]) => some.flatMap(({ comment_id }) => comment_id ?? [])
  const found = [...byPost].map(([postId, some]) => findComments(db.kysely, postId, idsOf(some)))
  const rows = (await Promise.all(found)).flat()
  const people = await findMentioned(db.kysely, rows)
  return new Map(rows.map((row) => [row.id, presentComment(settings, row, people)]))
}
