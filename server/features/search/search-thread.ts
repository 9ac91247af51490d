import type { Queryable } from '../../database/database.ts'
import { openReader, type Reader } from '../../database/sqlite/connection.ts'
import { countDocuments, countPeople } from './counts.ts'
import { findBest, findNewest, findPeople } from './queries.ts'
import { findSkilled } from './skilled.ts'

export const SEARCHES = { findNewest, findBest, countDocuments, findPeople, countPeople, findSkilled }
export type SearchName = keyof typeof SEARCHES

export function runSearch(db: Queryable, name: SearchName, parameters: unknown[]): Promise<unknown> {
  return (SEARCHES[name] as (db: Queryable, ...parameters: unknown[]) => Promise<unknown>)(db, ...parameters)
}

let reader: Reader | undefined

export function open(file: string): void {
  reader ??= openReader(file)
}

export function search(task: { file: string; name: SearchName; parameters: unknown[] }): Promise<unknown> {
  reader ??= openReader(task.file)
  return runSearch(reader.kysely, task.name, task.parameters)
}
