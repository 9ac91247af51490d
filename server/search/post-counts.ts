import { sql } from 'kysely'
import type { AuthorCount, PostCounts } from '../../contract/counts.ts'
import { CHOICES_COUNTED, MATCHES_COUNTED } from '../../contract/limits.ts'
import type { Queryable } from '../database/database.ts'
import { findByWords, type Term } from '../database/full-text.ts'
import { confirmEntries } from './confirm.ts'
import { type EntryQuery, termsOfEntries } from './entry-terms.ts'
import { conditionsOf, joinPosts } from './queries.ts'
import { Tally } from './tally.ts'

type Entry = { id: string; user_id: string; tags: string; question: number; accepted_count: number }
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
      joins: joinPosts(db),
      where: conditionsOf({ author: asked.author, solved: asked.solved, hiddenAuthors }),
      columns: {
        id: sql`hit.id`,
        user_id: sql`coalesce(comments.user_id, posts.user_id)`,
        tags: sql`posts.tags`,
        question: sql`posts.question`,
        accepted_count: sql`posts.accepted_count`,
      },
      confirm: (ids, terms) => confirmEntries(db, ids, terms),
    })
    return { entries: rows.slice(0, MATCHES_COUNTED), isAll: rows.length <= MATCHES_COUNTED }
  }
  const matching = await newest({})
  const byAnyone = query.author === null ? matching : await newest({ author: null })
  const withAnyTag = query.tag === null ? matching : await newest({ tag: null })
  const ofAnyKind = query.question === null ? matching : await newest({ question: null })
  const solvedOrNot = query.solved === null ? matching : await newest({ solved: null })
  const count = ({ entries }: Newest, isCounted: (entry: Entry) => boolean) =>
    entries.filter(isCounted).length
  return {
    count: matching.entries.length,
    exact: [matching, byAnyone, withAnyTag, ofAnyKind, solvedOrNot].every(({ isAll }) => isAll),
    tags: countTags(withAnyTag),
    authors: await countAuthors(db, byAnyone, query.author, matching),
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

/** Those who have written most, and the one who is chosen. Nobody is named of whom nothing is found. */
async function countAuthors(
  db: Queryable,
  { entries }: Newest,
  chosen: string | null,
  matching: Newest,
): Promise<AuthorCount[]> {
  const tally = new Tally()
  for (const { user_id } of entries) tally.add(user_id, user_id)
  const most = tally.most(CHOICES_COUNTED)
  const { length } = matching.entries
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
