import type { Queryable } from '../../database/database.ts'
import { countPeople } from './people-counts.ts'
import { countDocuments } from './post-counts.ts'
import { findBest, findNewest, findPeople } from './queries.ts'

export const SEARCHES = { findNewest, findBest, countDocuments, findPeople, countPeople }

export type SearchName = keyof typeof SEARCHES
type Parameters<Search> = Search extends (db: Queryable, ...parameters: infer Rest) => unknown ? Rest : never

/** The expensive part of searches. Parameters and results are plain data, so that they can be sent to a thread. */
export type Searches = {
  [Key in SearchName]: (
    ...parameters: Parameters<(typeof SEARCHES)[Key]>
  ) => ReturnType<(typeof SEARCHES)[Key]>
}

/** What a thread is sent. */
export type SearchTask = { name: SearchName; parameters: unknown[] }

export function runSearch(db: Queryable, { name, parameters }: SearchTask): Promise<unknown> {
  return (SEARCHES[name] as (db: Queryable, ...parameters: unknown[]) => Promise<unknown>)(db, ...parameters)
}
