import { setImmediate } from 'node:timers/promises'
import type { FormValue } from '../../../contract/fields/form.ts'
import type { Comment } from '../../../contract/posts.ts'
import { Hit as FoundPost, type SearchPage } from '../../../contract/search.ts'
import type { Context } from '../../context.ts'
import type { Queryable } from '../../database/database.ts'
import { idsOfPage, type Page, pageResponse, pathWith } from '../../platform/http/paging.ts'
import type { Settings } from '../../platform/process/settings.ts'
import { findComments, presentComments } from '../posts/comments/queries.ts'
import type { CommentRow } from '../posts/present.ts'
import { findPosts, findSizesOfPosts } from '../posts/queries.ts'
import { IN_FEED } from '../posts/reactions.ts'
import { excerptOf } from './excerpt.ts'
import type { Term } from './full-text.ts'
import type { Hit } from './queries.ts'

const EXCERPTS_IN_TURN = 10

type SearchQuery = FormValue<typeof SearchPage.query>

export function searchPath({ limit: _limit, cursor: _cursor, ...query }: SearchQuery): string {
  return pathWith('/api/search', query)
}

type FoundHits = { hits: Hit[]; words: Term[]; query: SearchQuery; page: Page }

export async function hitsPage({ db, settings }: Context, { hits, words, query, page }: FoundHits) {
  const { limit } = page
  const ids = [...new Set(hits.slice(0, limit).map(({ post_id }) => post_id))]
  const onPage = await idsOfPage(ids, (all) => findSizesOfPosts(db.kysely, all))
  const end = hits.findIndex(({ post_id }, index) => index === limit || !onPage.includes(post_id))
  const pageOfHits = end === -1 ? hits : hits.slice(0, end)
  const posts = await findPosts(db.kysely, settings, onPage, IN_FEED)
  const comments = await loadComments(db.kysely, settings, pageOfHits)
  const items: { value: FoundPost; position: string }[] = []
  for (const [index, { post_id, comment_id, position }] of pageOfHits.entries()) {
    if (index % EXCERPTS_IN_TURN === 0) await setImmediate()
    const post = posts.get(post_id)
    const comment = comment_id === null ? null : comments.get(comment_id)
    if (!post || comment === undefined) continue
    items.push({ value: { post, comment, excerpt: excerptOf(comment ?? post, words) }, position })
  }
  const rest = pageOfHits.length < hits.length ? pageOfHits.at(-1)?.position : undefined
  return pageResponse(FoundPost, { items, rest }, searchPath(query), limit)
}

async function loadComments(db: Queryable, settings: Settings, hits: Hit[]): Promise<Map<string, Comment>> {
  const ofComments = hits.filter(({ comment_id }) => comment_id !== null)
  const rows: CommentRow[] = []
  for (const [postId, ofPost] of Map.groupBy(ofComments, ({ post_id }) => post_id)) {
    const ids = ofPost.flatMap(({ comment_id }) => comment_id ?? [])
    rows.push(...(await findComments(db, postId, ids)))
  }
  const comments = await presentComments(db, settings, rows)
  return new Map(comments.map((comment) => [comment._id, comment]))
}
