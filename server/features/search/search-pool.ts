import { Piscina } from 'piscina'
import type { Database, Queryable } from '../../database/database.ts'
import { unavailable } from '../../platform/http/refusals.ts'
import { runSearch, type SEARCHES, type SearchName } from './search-thread.ts'

// The build puts the thread next to the file of the server.
const FILE = import.meta.url.endsWith('.ts') ? './search-thread.ts' : './search-thread.js'
const MAX_WAITING = 100
// Half of the connections to PostgreSQL, so that slow searches leave the others to other requests.
const AT_ONCE = 5

type WithoutDatabase<Search> = Search extends (db: Queryable, ...rest: infer Rest) => unknown ? Rest : never

export type RunSearch = <Name extends SearchName>(
  name: Name,
  ...parameters: WithoutDatabase<(typeof SEARCHES)[Name]>
) => ReturnType<(typeof SEARCHES)[Name]>

/** On SQLite a query blocks the thread that runs it, so searches run in a separate one. Elsewhere a few run at once. */
export function openSearchPool({ file, searches }: Database): { search: RunSearch; close(): Promise<void> } {
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
  let running = 0
  const waiting: (() => void)[] = []
  const search = async (name: SearchName, ...parameters: unknown[]) => {
    if (Math.max(pool.queueSize, waiting.length) >= MAX_WAITING) throw unavailable()
    if (file !== undefined) return pool.run({ file, name, parameters })
    if (running === AT_ONCE) await new Promise<void>((start) => waiting.push(start))
    else running++
    try {
      return await runSearch(searches, name, parameters)
    } finally {
      const startNext = waiting.shift()
      if (startNext) startNext()
      else running--
    }
  }
  return { search: search as RunSearch, close: () => pool.destroy() }
}
