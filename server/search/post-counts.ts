import { sql } from 'kysely'
import type { PostCounts } from '../../contract/counts.ts'
import { CHOICES_COUNTED, MATCHES_COUNTED } from '../../contract/limits.ts'
import type { Queryable } from '../database/database.ts'
import { findByWords, type Term } from '../database/full-text.ts'
import { confirmEntries } from './confirm.ts'
import { type EntryQuery, termsOfEntries } from './entry-terms.ts'
import { conditionsOf, joinPosts } from './queries.ts'
import { Tally } from './tally.ts'

type Entry = { id: string; tags: string; question: number; accepted_count: number }
type Newest = { entries: Entry[]; isAll: boolean }

/** How many posts and comments a search finds, and how many it would find with other choices. */
export async function countEntries(
  db: Queryable,
  words: Term[],
  query: EntryQuery,
  hiddenAuthors: string[],
): Promise<PostCounts> {
  const newest = async (changes: Partial<EntryQuery>): Promise<Newest> => {
    const asked = { ...query, ...changes }
    const rows = await findByWords<Entry>(db, {
      table: 'search_entries',
      terms: [...words, ...termsOfEntries(asked)],
      before: undefined,
      limit: MATCHES_COUNTED + 1,
      joins: joinPosts,
      where: conditionsOf({ author: asked.author, solved: asked.solved, hiddenAuthors }),
      select: sql`hit.id, posts.tags, posts.question, posts.accepted_count`,
      confirm: (ids, terms) => confirmEntries(db, ids, terms),
    })
    return { entries: rows.slice(0, MATCHES_COUNTED), isAll: rows.length <= MATCHES_COUNTED }
  }
  const matching = await newest({})
  const withAnyTag = query.tag === null ? matching : await newest({ tag: null })
  const ofAnyKind = query.question === null ? matching : await newest({ question: null })
  const solvedOrNot = query.solved === null ? matching : await newest({ solved: null })
  const count = ({ entries }: Newest, isCounted: (entry: Entry) => boolean) =>
    entries.filter(isCounted).length
  return {
    count: matching.entries.length,
    exact: [matching, withAnyTag, ofAnyKind, solvedOrNot].every(({ isAll }) => isAll),
    tags: countTags(withAnyTag),
    questions: count(ofAnyKind, ({ question }) => question === 1),
    others: count(ofAnyKind, ({ question }) => question === 0),
    solved: count(solvedOrNot, ({ question, accepted_count }) => question === 1 && accepted_count > 0),
    unsolved: count(solvedOrNot, ({ question, accepted_count }) => question === 1 && accepted_count === 0),
  }
}

function countTags({ entries }: Newest): PostCounts['tags'] {
  const tally = new Tally()
  for (const entry of entries) for (const tag of JSON.parse(entry.tags) as string[]) tally.add(tag, tag)
  return tally.most(CHOICES_COUNTED).map(({ value, count }) => ({ tag: value, count }))
}
