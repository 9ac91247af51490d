import type { Page } from '../answers/list.ts'
import type { Queryable } from '../database/database.ts'
import type { Term } from '../database/full-text.ts'
import type { PeopleFilters } from '../profiles/filters.ts'
import type { EntryQuery } from './entry-terms.ts'
import { countPeople } from './people-counts.ts'
import { countEntries } from './post-counts.ts'
import { type EntryFilter, findBestEntries, findEntries, findPeople } from './queries.ts'

/** The expensive part of searches. Arguments and results are plain data, so that they can be sent to a thread and back. */
export type Searches = ReturnType<typeof searchesOf>

export function searchesOf(db: Queryable) {
  return {
    findEntries: (terms: Term[], filter: EntryFilter, page: Page) => findEntries(db, terms, filter, page),
    findBestEntries: (terms: Term[], filter: EntryFilter, page: Page) =>
      findBestEntries(db, terms, filter, page),
    countEntries: (words: Term[], query: EntryQuery, hiddenAuthors: string[]) =>
      countEntries(db, words, query, hiddenAuthors),
    findPeople: (terms: Term[], hidden: string[], page: Page) => findPeople(db, terms, hidden, page),
    countPeople: (filters: PeopleFilters) => countPeople(db, filters),
  }
}
