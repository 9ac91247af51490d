import { sql } from 'kysely'
import type { PeopleCounts } from '../../contract/counts.ts'
import { CHOICES_COUNTED, MATCHES_COUNTED, MAX_LENGTH, STATUSES } from '../../contract/limits.ts'
import type { Queryable } from '../database/database.ts'
import { findByWords } from '../database/full-text.ts'
import { isShown } from '../database/hidden.ts'
import type { PeopleFilters } from '../profiles/filters.ts'
import { untilTickHasTime } from '../ticks.ts'
import { termsOfPeople } from './people-terms.ts'
import { joinProfiles } from './queries.ts'
import { inOrder, Tally } from './tally.ts'
import { cutQuery, cutText, fold } from './words.ts'

type Person = { id: string; status: string; location: string | null; skills: string }
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
    locations: await countLocations(withAnyLocation),
  }
}

/** Those who are shown; the same on every engine. */
async function newestPeople(db: Queryable, filters: PeopleFilters): Promise<Newest> {
  const terms = termsOfPeople(filters)
  const limit = MATCHES_COUNTED + 1
  const rows = !terms
    ? []
    : terms.length === 0
      ? await newestOfAll(db, limit)
      : await findByWords<Person>(db, {
          table: 'search_people',
          terms,
          before: undefined,
          limit,
          joins: joinProfiles,
          where: isShown('profiles'),
          columns: {
            id: sql`hit.id`,
            status: sql`profiles.status`,
            location: sql`profiles.location`,
            skills: sql`profiles.skills`,
          },
        })
  return { people: rows.slice(0, MATCHES_COUNTED), isAll: rows.length <= MATCHES_COUNTED }
}

function newestOfAll(db: Queryable, limit: number): Promise<Person[]> {
  return db
    .selectFrom('profiles')
    .select(['id', 'status', 'location', 'skills'])
    .where(isShown('profiles'))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
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
async function countLocations({ people }: Newest): Promise<PeopleCounts['locations']> {
  const written = new Map<string, number>()
  for (const { location } of people) if (location) written.set(location, (written.get(location) ?? 0) + 1)
  const tally = new Tally()
  const places: { words: Set<string>; people: number }[] = []
  for (const [location, number] of written) {
    const waiting = untilTickHasTime()
    if (waiting) await waiting
    places.push({ words: new Set([...cutText(location)].map(({ word }) => word)), people: number })
    // What is longer cannot be asked for.
    if (location.length <= MAX_LENGTH.search) tally.add(fold(location), location, number)
  }
  return tally
    .most(2 * CHOICES_COUNTED)
    .map(({ value }) => ({ location: value, terms: cutQuery(value) }))
    .filter(({ terms }) => terms.length > 0)
    .map(({ location, terms }) => ({
      location,
      count: places.reduce((total, { words, people }) => total + (hasTerms(words, terms) ? people : 0), 0),
    }))
    .sort((a, b) => b.count - a.count || inOrder(fold(a.location), fold(b.location)))
    .slice(0, CHOICES_COUNTED)
}

function hasTerms(words: Set<string>, terms: ReturnType<typeof cutQuery>): boolean {
  return terms.every(
    ({ word, isPrefix }) =>
      words.has(word) || (isPrefix && words.values().some((longer) => longer.startsWith(word))),
  )
}
