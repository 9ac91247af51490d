import { type RawBuilder, sql } from 'kysely'
import type { Page } from '../answers/list.ts'
import type { Queryable } from '../database/database.ts'
import { isPostgres } from '../database/expressions.ts'
import { findByWords, type Term } from '../database/full-text.ts'
import { confirmEntries } from './confirm.ts'
import { byScore, entriesAfter, roundScore } from './ranking.ts'

export type FoundEntry = {
  id: string
  post_id: string
  comment_id: string | null
  /** After which the next page begins, if it is not the id. */
  position?: string
}

/** `on_post` is the post of a comment. Ranking reads thousands of entries, so each has as few columns as possible. */
type EntryRow = { id: string; on_post: string | null }
type RankedRow = EntryRow & { like_count: number; accepted: number | null; whole: boolean }

const ENTRY = { id: sql`hit.id`, on_post: sql`nullif(hit.post_id, hit.id)` }

const toFound = ({ id, on_post }: EntryRow): FoundEntry => ({
  id,
  post_id: on_post ?? id,
  comment_id: on_post === null ? null : id,
})

export type EntryFilter = { author: string | null; solved: boolean | null; hiddenAuthors: string[] }

/** The posts of entries, which must be shown, and their comments. No comment is looked up for the entry of a post. */
export function joinPosts(db: Queryable) {
  // SQLite would read the whole post, although this index has all that ranking asks for.
  const posts = isPostgres(db) ? sql`posts` : sql`posts indexed by posts_shown`
  return (join: RawBuilder<unknown>) => sql`${join} ${posts} on posts.id = hit.post_id
    left join comments on comments.post_id = hit.post_id and comments.id = nullif(hit.id, hit.post_id)`
}

export const joinProfiles = (join: RawBuilder<unknown>) =>
  sql`${join} profiles on profiles.user_id = hit.user_id`

/** The newest posts and comments that have these words. */
export async function findEntries(
  db: Queryable,
  terms: Term[],
  filter: EntryFilter,
  page: Page,
): Promise<FoundEntry[]> {
  const rows = await findByWords<EntryRow>(db, { ...searchFor(db, terms, filter, page), columns: ENTRY })
  return rows.map(toFound)
}

function searchFor(db: Queryable, terms: Term[], filter: EntryFilter, { limit, before }: Page) {
  return {
    table: 'search_entries' as const,
    terms,
    before,
    limit,
    joins: joinPosts(db),
    where: conditionsOf(filter),
    confirm: (ids: string[], asked: Term[]) => confirmEntries(db, ids, asked),
  }
}

export function conditionsOf({ author, solved, hiddenAuthors }: EntryFilter) {
  const conditions = [sql`posts.hidden = 0 and (hit.id = hit.post_id or comments.hidden = 0)`]
  if (author !== null) conditions.push(sql`coalesce(comments.user_id, posts.user_id) = ${author}`)
  if (solved !== null) {
    conditions.push(sql`posts.question = 1 and posts.accepted_count ${sql.raw(solved ? '>' : '=')} 0`)
  }
  if (hiddenAuthors.length > 0) {
    const hidden = sql.join(hiddenAuthors)
    // A comment shows the post that it is on, too.
    conditions.push(sql`coalesce(comments.user_id, posts.user_id) not in (${hidden})`)
    conditions.push(sql`posts.user_id not in (${hidden})`)
  }
  return sql<boolean>`${sql.join(conditions, sql` and `)}`
}

const RANKED = 2_000
const WHOLE = 4
const ACCEPTED = 2

/**
 * A page of the best of the newest entries: whole words count more than their beginnings, and likes and acceptance count.
 */
export async function findBestEntries(
  db: Queryable,
  terms: Term[],
  filter: EntryFilter,
  page: Page,
): Promise<FoundEntry[]> {
  const rows = await findByWords<RankedRow>(db, {
    ...searchFor(db, terms, filter, { limit: RANKED, before: undefined }),
    columns: { ...ENTRY, like_count: sql`posts.like_count`, accepted: sql`comments.accepted` },
    tellsWhole: true,
  })
  const scoreOf = ({ whole, on_post, like_count, accepted }: RankedRow) =>
    (whole ? WHOLE : 0) + (on_post === null ? Math.log2(1 + like_count) : 0) + (accepted === 1 ? ACCEPTED : 0)
  // Rows are newest first, and so are those with the same score.
  const ranked = rows.map((row) => ({ id: row.id, row, score: roundScore(scoreOf(row)) })).sort(byScore)
  return entriesAfter(ranked, page).map(({ row, position }) => ({ ...toFound(row), position }))
}

/** The newest profiles that have these words. */
export function findPeople(db: Queryable, terms: Term[], hidden: string[], { limit, before }: Page) {
  const isVisible = sql<boolean>`profiles.hidden = 0`
  return findByWords<{ id: string; user_id: string }>(db, {
    table: 'search_people',
    terms,
    before,
    limit,
    joins: joinProfiles,
    where:
      hidden.length > 0 ? sql<boolean>`${isVisible} and hit.user_id not in (${sql.join(hidden)})` : isVisible,
    columns: { id: sql`hit.id`, user_id: sql`hit.user_id` },
  })
}
