import { type RawBuilder, sql } from 'kysely'
import type { Queryable } from '../../database/database.ts'
import { preparePage } from '../../database/prepared.ts'
import { LAST_ID } from '../../ids.ts'
import type { Page } from '../../platform/cache/list.ts'

export type Part = 'all' | 'questions' | 'unanswered'

/** Written out, because partial indexes are only used for constants. */
const CONDITIONS = {
  posts: {
    all: sql<boolean>`hidden = 0`,
    questions: sql<boolean>`question = 1 and hidden = 0`,
    unanswered: sql<boolean>`question = 1 and accepted_count = 0 and hidden = 0`,
  },
  post_tags: {
    all: sql<boolean>`hidden = 0`,
    questions: sql<boolean>`question = 1 and hidden = 0`,
    unanswered: sql<boolean>`is_open = 1`,
  },
  // The plus keeps SQLite from scanning all questions with the tag: 0.03 ms instead of 118 ms for 300,000.
  post_tags_of_author: {
    all: sql<boolean>`hidden = 0`,
    questions: sql<boolean>`hidden = 0 and +question = 1`,
    unanswered: sql<boolean>`hidden = 0 and +is_open = 1`,
  },
}

function allPosts(db: Queryable, part: Part) {
  return db.selectFrom('posts').select('id').where(CONDITIONS.posts[part]).orderBy('id', 'desc')
}

function taggedPosts(db: Queryable, tag: string, condition: RawBuilder<boolean>) {
  return db
    .selectFrom('post_tags')
    .select('post_id as id')
    .where('tag', '=', tag)
    .where(condition)
    .orderBy('post_id', 'desc')
}

const queries = (part: Part) => ({
  all: preparePage((db, limit, before: string) => allPosts(db, part).where('id', '<', before).limit(limit)),
  ofAuthor: preparePage((db, limit, author: string, before: string) =>
    allPosts(db, part).where('user_id', '=', author).where('id', '<', before).limit(limit),
  ),
  withTag: preparePage((db, limit, tag: string, before: string) =>
    taggedPosts(db, tag, CONDITIONS.post_tags[part]).where('post_id', '<', before).limit(limit),
  ),
  ofAuthorWithTag: preparePage((db, limit, author: string, tag: string, before: string) =>
    taggedPosts(db, tag, CONDITIONS.post_tags_of_author[part])
      .where('user_id', '=', author)
      .where('post_id', '<', before)
      .limit(limit),
  ),
})

const QUERIES = {
  all: queries('all'),
  questions: queries('questions'),
  unanswered: queries('unanswered'),
} satisfies Record<Part, unknown>

export type Filters = { author: string | null; tag: string | null }
export type Filter = Filters & { part: Part }

export function newestPosts(db: Queryable, { part, author, tag }: Filter, { limit, before = LAST_ID }: Page) {
  const { all, ofAuthor, withTag, ofAuthorWithTag } = QUERIES[part]
  if (author !== null && tag !== null) return ofAuthorWithTag.bind(db, limit, author, tag, before)
  if (tag !== null) return withTag.bind(db, limit, tag, before)
  if (author !== null) return ofAuthor.bind(db, limit, author, before)
  return all.bind(db, limit, before)
}
