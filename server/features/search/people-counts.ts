import { sql } from 'kysely'
import type { PeopleCounts } from '../../../contract/fields/search-filters.ts'
import { CHOICES_COUNTED, MATCHES_COUNTED, MAX_LENGTH, STATUSES } from '../../../contract/limits.ts'
import type { Queryable } from '../../database/database.ts'
import { columnsAs, isOneOf, isPostgres } from '../../database/expressions.ts'
import { isShown } from '../../database/hidden.ts'
import { untilTickHasTime } from '../../ticks.ts'
import type { PeopleFilters } from '../profiles/filters.ts'
import { termsOfPeople } from './filter-words.ts'
import { fullTextOf, type Term } from './full-text.ts'
import { visiblePeople } from './queries.ts'
import { inOrder, Tally } from './tally.ts'
import { fold, tokenizeQuery } from './tokenizer.ts'

type Person = { user_id: string; status: string; location: string | null; skills: string }
type Newest = { people: Person[]; isAll: boolean }

/** How many people the filters leave, and how many they would leave with other choices. */
export async function countPeople(db: Queryable, filters: PeopleFilters): Promise<PeopleCounts> {
  const matching = await newestPeople(db, filters)
  // Of a status or a location there is one choice, so the others count without it.
  const withAnyStatus =
    filters.status === null ? matching : await newestPeople(db, { ...filters, status: null })
  const withAnyLocation =
    filters.location === null ? matching : await newestPeople(db, { ...filters, location: null })
  return {
    count: matching.people.length,
    exact: [matching, withAnyStatus, withAnyLocation].every(({ isAll }) => isAll),
    skills: await countSkills(matching),
    statuses: countStatuses(withAnyStatus),
    locations: await countLocations(db, withAnyLocation),
  }
}

async function newestPeople(db: Queryable, filters: PeopleFilters): Promise<Newest> {
  const terms = termsOfPeople(filters)
  const rows = terms ? await findNewest(db, terms, MATCHES_COUNTED + 1) : []
  return { people: rows.slice(0, MATCHES_COUNTED), isAll: rows.length <= MATCHES_COUNTED }
}

function findNewest(db: Queryable, terms: Term[], limit: number): Promise<Person[]> {
  const columns = ['user_id', 'status', 'location', 'skills'] as const
  if (terms.length === 0) {
    return db
      .selectFrom('profiles')
      .select(columns)
      .where(isShown('profiles'))
      .orderBy('id', 'desc')
      .limit(limit)
      .execute()
  }
  return fullTextOf(db).find<Person>(db, {
    table: 'search_people',
    terms,
    limit,
    ...visiblePeople(db),
    columns: Object.fromEntries(columns.map((name) => [name, sql.ref(`profiles.${name}`)])),
  })
}

async function countSkills({ people }: Newest): Promise<PeopleCounts['skills']> {
  const tally = new Tally()
  const folded = new Map<string, string>()
  for (const person of people) {
    const waiting = untilTickHasTime()
    if (waiting) await waiting
    const skills = new Map<string, string>()
    for (const skill of JSON.parse(person.skills) as string[]) {
      const key = folded.get(skill) ?? fold(skill)
      folded.set(skill, key)
      skills.set(key, skill)
    }
    for (const [key, skill] of skills) tally.add(key, skill)
  }
  return tally.most(CHOICES_COUNTED).map(({ value, count }) => ({ skill: value, count }))
}

function countStatuses({ people }: Newest): PeopleCounts['statuses'] {
  const byStatus = Map.groupBy(people, ({ status }) => status)
  return STATUSES.map((status) => ({ status, count: byStatus.get(status)?.length ?? 0 }))
}

/** A location is found by its words, so "Berlin" also counts those in "Berlin, Germany". */
async function countLocations(db: Queryable, { people }: Newest): Promise<PeopleCounts['locations']> {
  const tally = new Tally()
  for (const { location } of people) {
    // What is longer cannot be asked for.
    if (location && location.length <= MAX_LENGTH.search) tally.add(fold(location), location)
  }
  const choices = tally
    .most(2 * CHOICES_COUNTED)
    .map(({ value }) => ({ location: value, terms: tokenizeQuery(value) }))
    .filter(({ terms }) => terms.length > 0)
  if (choices.length === 0) return []
  const counts = choices.map(({ terms }, index) => [index, sql`count(*) filter (where ${areIn(db, terms)})`])
  const userIds = people.map(({ user_id }) => user_id)
  const { rows } = await sql<Record<string, number>>`select ${columnsAs(Object.fromEntries(counts))}
    from search_people where ${isOneOf(db, 'user_id', userIds)}`.execute(db)
  return choices
    .map(({ location }, index) => ({ location, count: rows[0]?.[index] ?? 0 }))
    .sort((a, b) => b.count - a.count || inOrder(fold(a.location), fold(b.location)))
    .slice(0, CHOICES_COUNTED)
}

/** Whether the words of a location, one on each line, have these terms. */
function areIn(db: Queryable, terms: Term[]) {
  const position = sql.raw(isPostgres(db) ? 'strpos' : 'instr')
  const found = terms.map(
    ({ word, isPrefix }) => sql`${position}(location_words, ${isPrefix ? `\n${word}` : `\n${word}\n`}) > 0`,
  )
  return sql.join(found, sql` and `)
}
