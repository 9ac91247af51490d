import { sql } from 'kysely'
import type { Queryable } from '../../database/database.ts'
import { isOneOf, isPostgres } from '../../database/expressions.ts'
import type { Page } from '../../platform/http/paging.ts'
import { isVisible } from '../visibility.ts'
import { fullTextOf, type Search, type Term } from './full-text.ts'

type Query = Omit<Search, 'table' | 'joins' | 'where'>
type HitFilter = { author: string | null; solved: boolean | null; hiddenAuthors: string[] }

export function findDocuments<Row>(db: Queryable, filter: HitFilter, query: Query) {
  const { author, solved, hiddenAuthors } = filter
  // This index has all columns of the ranking, so SQLite reads no texts.
  const posts = isPostgres(db) ? sql`join posts` : sql`cross join posts indexed by posts_visible`
  const writtenBy = sql`coalesce(comments.user_id, posts.user_id)`
  const conditions = [sql`${isVisible('posts')} and (hit.comment_id is null or ${isVisible('comments')})`]
  if (author !== null) conditions.push(sql`${writtenBy} = ${author}`)
  if (solved !== null) {
    conditions.push(sql`posts.question = 1 and posts.accepted_count ${sql.raw(solved ? '>' : '=')} 0`)
  }
  for (const column of ['comments.user_id', 'posts.user_id']) {
    if (hiddenAuthors.length > 0) conditions.push(sql`${isOneOf(db, column, hiddenAuthors)} is not true`)
  }
  const joins = sql`${posts} on posts.id = hit.post_id
    left join comments on comments.post_id = hit.post_id and comments.id = hit.comment_id`
  const where = sql<boolean>`${sql.join(conditions, sql` and `)}`
  return fullTextOf(db).find<Row>(db, { ...query, table: 'search_documents', joins, where })
}

export function findProfiles<Row>(db: Queryable, hidden: string[], query: Query) {
  const joins = sql`${sql.raw(isPostgres(db) ? 'join' : 'cross join')} profiles on profiles.user_id = hit.user_id`
  const where = sql<boolean>`${isVisible('profiles')} and not ${isOneOf(db, 'hit.user_id', hidden)}`
  return fullTextOf(db).find<Row>(db, { ...query, table: 'search_people', joins, where })
}

type Ranked = { number: number; score: number }

const byRank = (a: Ranked, b: Ranked) => b.score - a.score || b.number - a.number

// Sixteen bytes, like an id. Six for the number, because clients can invent larger ones than engines accept.
function positionOf({ number, score }: Ranked): string {
  const bytes = Buffer.alloc(16)
  bytes.writeFloatBE(score)
  bytes.writeUIntBE(number, 10, 6)
  return bytes.toString('hex')
}

function parsePosition(position: string | undefined): Ranked | undefined {
  if (position === undefined) return undefined
  const bytes = Buffer.from(position.replaceAll('-', ''), 'hex')
  return { score: bytes.readFloatBE(), number: bytes.readUIntBE(10, 6) }
}

const rangeOf = ({ limit, before }: Page) => ({ limit, before: parsePosition(before)?.number })

export type Hit = { post_id: string; comment_id: string | null; position: string }
type HitRow = Omit<Hit, 'position'> & { like_count: number; accepted: number | null }

const HIT = sql`hit.post_id, hit.comment_id, posts.like_count, comments.accepted`

function toHit({ post_id, comment_id, ...rank }: HitRow & Ranked): Hit {
  return { post_id, comment_id, position: positionOf(rank) }
}

export async function findNewest(db: Queryable, terms: Term[], filter: HitFilter, page: Page) {
  const rows = await findDocuments<HitRow>(db, filter, { terms, ...rangeOf(page), columns: HIT })
  return rows.map((row) => toHit({ ...row, score: 0 }))
}

const RANKED = 2_000
const EXACT = 4
const ACCEPTED = 2

export async function findBest(db: Queryable, terms: Term[], filter: HitFilter, page: Page) {
  const find = (words: Term[]) =>
    findDocuments<HitRow>(db, filter, { terms: words, limit: RANKED, columns: HIT })
  const rows = await find(terms)
  const withExactWords = await find(terms.map(({ word }) => ({ word, isPrefix: false })))
  const exact = new Set(withExactWords.map(({ number }) => number))
  const scoreOf = ({ number, comment_id, like_count, accepted }: (typeof rows)[number]) =>
    (exact.has(number) ? EXACT : 0) +
    (comment_id === null ? Math.log2(1 + like_count) : 0) +
    (accepted === 1 ? ACCEPTED : 0)
  const after = parsePosition(page.before)
  return rows
    .map((row) => ({ ...row, score: Math.fround(scoreOf(row)) }))
    .filter((row) => after === undefined || byRank(after, row) < 0)
    .sort(byRank)
    .slice(0, page.limit)
    .map(toHit)
}

export async function findPeople(db: Queryable, terms: Term[], hidden: string[], page: Page) {
  const query = { terms, ...rangeOf(page), columns: sql`hit.user_id` }
  const rows = await findProfiles<{ user_id: string }>(db, hidden, query)
  return rows.map(({ user_id, number }) => ({ id: user_id, position: positionOf({ number, score: 0 }) }))
}
