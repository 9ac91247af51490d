import { Piscina } from 'piscina'
import type { Database, Queryable } from '../../database/database.ts'
import { unavailable } from '../../platform/http/refusals.ts'
import { runSearch, type SEARCHES, type SearchName } from './search-thread.ts'

// The build puts the thread next to the file of the server.
const FILE = import.meta.url.endsWith('.ts') ? './search-thread.ts' : './search-thread.js'
const MAX_WAITING = 100

type WithoutDatabase<Search> = Search extends (db: Queryable, ...rest: infer Rest) => unknown ? Rest : never

export type RunSearch = <Name extends SearchName>(
  name: Name,
  ...parameters: WithoutDatabase<(typeof SEARCHES)[Name]>
) => ReturnType<(typeof SEARCHES)[Name]>

/** On SQLite a query blocks the thread that runs it, so searches run in a separate one. */
export function openSearchPool({ file, kysely }: Database): { search: RunSearch; close(): Promise<void> } {
  const pool = new Piscina({
    filename: new URL(FILE, import.meta.url).href,
    minThreads: 0,
    maxThreads: 1,
    idleTimeout: Number.POSITIVE_INFINITY,
    resourceLimits: { maxOldGenerationSizeMb: 512 },
    execArgv: [],
  })
  // A thread that fails between searches loses nothing; the next search starts another.
  pool.on('error', () => {})
  const search = async (name: SearchName, ...parameters: unknown[]) => {
    if (file === undefined) return runSearch(kysely, name, parameters)
    if (pool.queueSize >= MAX_WAITING) throw unavailable()
    return pool.run({ file, name, parameters })
  }
  return { search: search as RunSearch, close: () => pool.destroy() }
}
