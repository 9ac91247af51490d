import type { Context } from '../../context.ts'
import { topicOf } from '../../database/changes/topics.ts'
import { run } from '../../database/prepared.ts'
import type { Document } from '../../platform/cache/document.ts'
import { list } from '../../platform/cache/list.ts'
import { pathWith, splitPage } from '../../platform/http/paging.ts'
import { type Filter, newestPosts } from './queries.ts'

export function feedLists({ db, cache }: Context, inFeed: Document) {
  return list(cache, {
    of: inFeed,
    path: ({ part, author, tag }: Filter) => feedPath({ author, tag, feed: part === 'all' ? null : part }),
    topic: feedTopicsOf,
    async keys(filter, page) {
      const query = newestPosts(db.kysely, filter, { ...page, limit: page.limit + 1 })
      return keysOf((await run(db.kysely, query)).rows, page)
    },
  })
}

export function keysOf(rows: { id: string }[], page: { limit: number; before: string | undefined }) {
  const { shown, isLast } = splitPage(rows, page)
  return { keys: shown.map(({ id }) => ({ id, position: id })), isLast }
}

/** The same path however the filters were written. */
export function feedPath(filters: Record<'author' | 'tag' | 'feed', string | null>): string {
  return pathWith('/api/posts', filters)
}

export function feedTopicsOf({ part, author, tag }: Filter): string[] {
  if (tag !== null) return [topicOf.tag(tag)]
  const isQuestion = part === 'all' ? [] : [topicOf.questions()]
  if (author !== null) return [topicOf.postsBy(author), ...isQuestion]
  return isQuestion.length > 0 ? isQuestion : [topicOf.posts()]
}
