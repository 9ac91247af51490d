import { sql } from 'kysely'
import type { Queryable } from '../../database/database.ts'
import { isPostgres } from '../../database/expressions.ts'
import { isShown } from '../../database/hidden.ts'
import type { Page } from '../../platform/cache/list.ts'
import { fullTextOf, type Term } from './full-text.ts'
import { byRank, parsePosition, positionOf, roundScore } from './ranking.ts'

/** A post or comment that was found. The next page begins after its position. */
export type Hit = { post_id: string; comment_id: string | null; position: string }

type HitRow = { number: number; post_id: string; comment_id: string | null }
type RankedRow = HitRow & { like_count: number; accepted: number | null }

const KEY = { post_id: sql`hit.post_id`, comment_id: sql`hit.comment_id` }

export type HitFilter = { author: string | null; solved: boolean | null; hiddenAuthors: string[] }

/** The posts of hits and their comments, which must be visible. */
export function visibleDocuments(db: Queryable, { author, solved, hiddenAuthors }: HitFilter) {
  // SQLite would read the whole post, although this index has all that ranking asks for.
  const posts = isPostgres(db) ? sql`join posts` : sql`cross join posts indexed by posts_visible`
  const conditions = [sql`posts.hidden = 0 and (hit.comment_id is null or comments.hidden = 0)`]
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
  return {
    joins: sql`${posts} on posts.id = hit.post_id
      left join comments on comments.post_id = hit.post_id and comments.id = hit.comment_id`,
    where: sql<boolean>`${sql.join(conditions, sql` and `)}`,
  }
}

/** The newest posts and comments that have these words. */
export async function findNewest(
  db: Queryable,
  terms: Term[],
  filter: HitFilter,
  { limit, before }: Page,
): Promise<Hit[]> {
  const rows = await fullTextOf(db).find<HitRow>(db, {
    table: 'search_documents',
    terms,
    limit,
    before: parsePosition(before)?.number,
    ...visibleDocuments(db, filter),
    columns: KEY,
  })
  return rows.map(({ number, ...key }) => ({ ...key, position: positionOf({ number, score: 0 }) }))
}

const RANKED = 2_000
const EXACT = 4
const ACCEPTED = 2

/** A page of the best of the newest hits: exact words count more than prefixes, and likes and acceptance count. */
export async function findBest(
  db: Queryable,
  terms: Term[],
  filter: HitFilter,
  { limit, before }: Page,
): Promise<Hit[]> {
  const rows = await fullTextOf(db).find<RankedRow>(db, {
    table: 'search_documents',
    terms,
    limit: RANKED,
    ...visibleDocuments(db, filter),
    columns: { ...KEY, like_count: sql`posts.like_count`, accepted: sql`comments.accepted` },
  })
  const exact = await findExact(db, terms, rows.at(-1)?.number)
  const scoreOf = ({ number, comment_id, like_count, accepted }: RankedRow) =>
    (exact.has(number) ? EXACT : 0) +
    (comment_id === null ? Math.log2(1 + like_count) : 0) +
    (accepted === 1 ? ACCEPTED : 0)
  const after = parsePosition(before)
  return rows
    .map((row) => ({ ...row, score: roundScore(scoreOf(row)) }))
    .filter((row) => after === undefined || byRank(after, row) < 0)
    .sort(byRank)
    .slice(0, limit)
    .map(({ post_id, comment_id, ...rank }) => ({ post_id, comment_id, position: positionOf(rank) }))
}

/** The numbers of rows, from one on, that have the words themselves and not only longer ones. */
async function findExact(db: Queryable, terms: Term[], from: number | undefined): Promise<Set<number>> {
  if (from === undefined) return new Set()
  const rows = await fullTextOf(db).find<object>(db, {
    table: 'search_documents',
    terms: terms.map(({ word }) => ({ word, isPrefix: false })),
    from,
    limit: 2 * RANKED,
    columns: {},
  })
  return new Set(rows.map(({ number }) => number))
}

/** The newest people that have these words. */
export async function findPeople(db: Queryable, terms: Term[], hidden: string[], { limit, before }: Page) {
  const isHidden = hidden.length > 0 ? sql`hit.user_id in (${sql.join(hidden)})` : sql`false`
  const rows = await fullTextOf(db).find<{ user_id: string }>(db, {
    table: 'search_people',
    terms,
    limit,
    before: parsePosition(before)?.number,
    ...visiblePeople(db),
    where: sql<boolean>`${isShown('profiles')} and not ${isHidden}`,
    columns: { user_id: sql`hit.user_id` },
  })
  return rows.map(({ user_id, number }) => ({ user_id, position: positionOf({ number, score: 0 }) }))
}

export function visiblePeople(db: Queryable) {
  const join = sql.raw(isPostgres(db) ? 'join' : 'cross join')
  return { joins: sql`${join} profiles on profiles.user_id = hit.user_id`, where: isShown('profiles') }
}
