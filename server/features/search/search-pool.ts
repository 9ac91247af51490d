import { Piscina } from 'piscina'
import type { Database } from '../../database/database.ts'
import { unavailable } from '../../platform/http/refusals.ts'
import { runSearch, SEARCHES, type Searches, type SearchName, type SearchTask } from './searches.ts'

// The build puts the thread next to the file of the server.
const WORKER = new URL(
  import.meta.url.endsWith('.ts') ? './search-worker.ts' : './search-worker.js',
  import.meta.url,
)
const MAX_WAITING = 100

/** On SQLite a query blocks the thread that runs it, so searches run in a separate one. It starts with the first search. */
export function openSearches({ file, kysely }: Database): { searches: Searches; close(): Promise<void> } {
  const pool =
    file === undefined
      ? undefined
      : new Piscina({
          filename: WORKER.href,
          minThreads: 0,
          maxThreads: 1,
          idleTimeout: Number.POSITIVE_INFINITY,
          maxQueue: MAX_WAITING,
          resourceLimits: { maxOldGenerationSizeMb: 512 },
          execArgv: [],
        })
  // A thread that ends without a search has nothing to lose; the next search starts another one.
  pool?.on('error', () => {})
  const run = async (task: SearchTask) => {
    if (!pool) return runSearch(kysely, task)
    if (pool.queueSize >= MAX_WAITING) throw unavailable()
    return pool.run({ file, task })
  }
  const names = Object.keys(SEARCHES) as SearchName[]
  const searches = names.map((name) => [name, (...parameters: unknown[]) => run({ name, parameters })])
  return {
    searches: Object.fromEntries(searches),
    close: async () => pool?.destroy(),
  }
}
