import { sql } from 'kysely'
import type {
  AuthorCount,
  PeopleCounts,
  PeopleFilters,
  PostCounts,
} from '../../../contract/fields/search-filters.ts'
import { CHOICES_COUNTED, MATCHES_COUNTED, MAX_LENGTH, STATUSES } from '../../../contract/limits.ts'
import type { Queryable } from '../../database/database.ts'
import { isOneOf } from '../../database/expressions.ts'
import type { Tables } from '../../database/schema/tables.ts'
import { visibleProfiles } from '../visibility.ts'
import { type DocumentFilters, termsOfDocuments, termsOfPeople } from './filter-words.ts'
import type { Term } from './full-text.ts'
import { skillsByKey } from './people-index.ts'
import { findDocuments, findProfiles } from './queries.ts'
import { fold, tokenizeQuery, wordsOf } from './tokenizer.ts'

async function findMatches<Filters extends object, Match>(
  filters: Filters,
  find: (filters: Filters, limit: number) => Promise<Match[]>,
) {
  let exact = true
  const findNewest = async (current: Filters) => {
    const rows = await find(current, MATCHES_COUNTED + 1)
    exact &&= rows.length <= MATCHES_COUNTED
    return rows.slice(0, MATCHES_COUNTED)
  }
  const matching = await findNewest(filters)
  return {
    matching,
    without: async (name: keyof Filters) =>
      filters[name] === null ? matching : findNewest({ ...filters, [name]: null }),
    isExact: () => exact,
  }
}

const groupByFrequency = (values: string[], keyOf: (value: string) => string) =>
  [...Map.groupBy(values, keyOf)].sort(([a, ofA], [b, ofB]) => ofB.length - ofA.length || (a < b ? -1 : 1))

function mostFrequent(values: string[], keyOf = same, limit = CHOICES_COUNTED) {
  return groupByFrequency(values, keyOf)
    .slice(0, limit)
    .map(([, group]) => ({ value: groupByFrequency(group, same)[0]?.[0] ?? '', count: group.length }))
}

const same = (value: string) => value

type DocumentMatch = { user_id: string; tags: string; question: number; accepted_count: number }

export async function countDocuments(
  db: Queryable,
  words: Term[],
  filters: DocumentFilters,
  hiddenAuthors: string[],
): Promise<PostCounts> {
  const columns = sql`coalesce(comments.user_id, posts.user_id) as user_id,
    posts.tags, posts.question, posts.accepted_count`
  const { matching, without, isExact } = await findMatches(filters, async (filtered, limit) => {
    if (words.length === 0) return []
    const terms = [...words, ...termsOfDocuments(filtered)]
    return findDocuments<DocumentMatch>(db, { ...filtered, hiddenAuthors }, { terms, limit, columns })
  })
  const tags = (await without('tag')).flatMap((match): string[] => JSON.parse(match.tags))
  const ofAnyKind = await without('question')
  const questions = ofAnyKind.filter(({ question }) => question === 1).length
  const asked = (await without('solved')).filter(({ question }) => question === 1)
  const solved = asked.filter(({ accepted_count }) => accepted_count > 0).length
  const authors = mostFrequent((await without('author')).map(({ user_id }) => user_id))
  const { author } = filters
  if (author !== null && matching.length > 0 && !authors.some(({ value }) => value === author)) {
    authors.push({ value: author, count: matching.length })
  }
  return {
    count: matching.length,
    exact: isExact(),
    tags: mostFrequent(tags).map(({ value, count }) => ({ tag: value, count })),
    authors: await withNames(db, authors),
    questions,
    others: ofAnyKind.length - questions,
    solved,
    unsolved: asked.length - solved,
  }
}

async function withNames(db: Queryable, authors: { value: string; count: number }[]): Promise<AuthorCount[]> {
  const ids = authors.map(({ value }) => value)
  const rows = await db
    .selectFrom('users')
    .select(['id', 'name'])
    .where(isOneOf(db, 'id', ids))
    .execute()
  const names = new Map(rows.map(({ id, name }) => [id, name]))
  return authors.flatMap(({ value, count }) => {
    const name = names.get(value)
    return name === undefined ? [] : { _id: value, name, count }
  })
}

const PERSON = ['user_id', 'status', 'location', 'skills'] as const
type Person = Pick<Tables['profiles'], (typeof PERSON)[number]>

export async function countPeople(db: Queryable, filters: PeopleFilters): Promise<PeopleCounts> {
  const columns = sql.join(PERSON.map((column) => sql.ref(`profiles.${column}`)))
  const { matching, without, isExact } = await findMatches(filters, async (filtered, limit) => {
    const terms = termsOfPeople(filtered)
    if (!terms) return []
    if (terms.length > 0) return findProfiles<Person>(db, [], { terms, limit, columns })
    return visibleProfiles(db).select(PERSON).orderBy('id', 'desc').limit(limit).execute()
  })
  const statuses = Map.groupBy(await without('status'), ({ status }) => status)
  const skills = matching.flatMap((person) => [...skillsByKey(JSON.parse(person.skills)).values()])
  return {
    count: matching.length,
    skills: mostFrequent(skills, fold).map(({ value, count }) => ({ skill: value, count })),
    statuses: STATUSES.map((status) => ({ status, count: statuses.get(status)?.length ?? 0 })),
    locations: countLocations(await without('location')),
    exact: isExact(),
  }
}

function countLocations(people: Person[]): PeopleCounts['locations'] {
  const locations = people.flatMap(({ location }) =>
    location && location.length <= MAX_LENGTH.search ? location : [],
  )
  const words = people.map(({ location }) => `\n${[...wordsOf(location ?? '')].join('\n')}\n`)
  return mostFrequent(locations, fold, 2 * CHOICES_COUNTED)
    .flatMap(({ value }) => {
      const terms = tokenizeQuery(value).map(({ word, isPrefix }) => (isPrefix ? `\n${word}` : `\n${word}\n`))
      const count = words.filter((text) => terms.every((term) => text.includes(term))).length
      return terms.length > 0 ? { location: value, count } : []
    })
    .sort((a, b) => b.count - a.count)
    .slice(0, CHOICES_COUNTED)
}
