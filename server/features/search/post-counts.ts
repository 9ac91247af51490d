import { sql } from 'kysely'
import type { AuthorCount, PostCounts } from '../../../contract/fields/search-filters.ts'
import { CHOICES_COUNTED, MATCHES_COUNTED } from '../../../contract/limits.ts'
import type { Queryable } from '../../database/database.ts'
import { type DocumentFilters, termsOfDocuments } from './filter-words.ts'
import { fullTextOf, type Term } from './full-text.ts'
import { visibleDocuments } from './queries.ts'
import { Tally } from './tally.ts'

type Match = { user_id: string; tags: string; question: number; accepted_count: number }
type Newest = { matches: Match[]; isAll: boolean }

/** How many posts and comments a search finds, and how many it would find with other choices. */
export async function countDocuments(
  db: Queryable,
  words: Term[],
  filters: DocumentFilters,
  hiddenAuthors: string[],
): Promise<PostCounts> {
  const newest = async (changes: Partial<DocumentFilters>): Promise<Newest> => {
    const asked = { ...filters, ...changes }
    const rows = await fullTextOf(db).find<Match>(db, {
      table: 'search_documents',
      terms: [...words, ...termsOfDocuments(asked)],
      limit: MATCHES_COUNTED + 1,
      ...visibleDocuments(db, { author: asked.author, solved: asked.solved, hiddenAuthors }),
      columns: {
        user_id: sql`coalesce(comments.user_id, posts.user_id)`,
        tags: sql`posts.tags`,
        question: sql`posts.question`,
        accepted_count: sql`posts.accepted_count`,
      },
    })
    return { matches: rows.slice(0, MATCHES_COUNTED), isAll: rows.length <= MATCHES_COUNTED }
  }
  const matching = await newest({})
  const byAnyone = filters.author === null ? matching : await newest({ author: null })
  const withAnyTag = filters.tag === null ? matching : await newest({ tag: null })
  const ofAnyKind = filters.question === null ? matching : await newest({ question: null })
  const solvedOrNot = filters.solved === null ? matching : await newest({ solved: null })
  const count = ({ matches }: Newest, isCounted: (match: Match) => boolean) =>
    matches.filter(isCounted).length
  return {
    count: matching.matches.length,
    exact: [matching, byAnyone, withAnyTag, ofAnyKind, solvedOrNot].every(({ isAll }) => isAll),
    tags: countTags(withAnyTag),
    authors: await countAuthors(db, byAnyone, filters.author, matching),
    questions: count(ofAnyKind, ({ question }) => question === 1),
    others: count(ofAnyKind, ({ question }) => question === 0),
    solved: count(solvedOrNot, ({ question, accepted_count }) => question === 1 && accepted_count > 0),
    unsolved: count(solvedOrNot, ({ question, accepted_count }) => question === 1 && accepted_count === 0),
  }
}

function countTags({ matches }: Newest): PostCounts['tags'] {
  const tally = new Tally()
  for (const match of matches) for (const tag of JSON.parse(match.tags) as string[]) tally.add(tag, tag)
  return tally.most(CHOICES_COUNTED).map(({ value, count }) => ({ tag: value, count }))
}

/** Those who have written most, and the one who is chosen. Nobody is named of whom nothing is found. */
async function countAuthors(
  db: Queryable,
  { matches }: Newest,
  chosen: string | null,
  matching: Newest,
): Promise<AuthorCount[]> {
  const tally = new Tally()
  for (const { user_id } of matches) tally.add(user_id, user_id)
  const most = tally.most(CHOICES_COUNTED)
  const { length } = matching.matches
  if (chosen !== null && length > 0 && !most.some(({ value }) => value === chosen)) {
    most.push({ value: chosen, count: length })
  }
  if (most.length === 0) return []
  const ids = most.map(({ value }) => value)
  const users = await db.selectFrom('users').select(['id', 'name']).where('id', 'in', ids).execute()
  const names = new Map(users.map(({ id, name }) => [id, name]))
  return most.flatMap(({ value, count }) => {
    const name = names.get(value)
    return name === undefined ? [] : { _id: value, name, count }
  })
}
