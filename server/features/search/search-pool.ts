import { fileURLToPath } from 'node:url'
import type { FastifyRequest } from 'fastify'
import { Tinypool } from 'tinypool'
import type { Database, Queryable } from '../../database/database.ts'
import { unavailable } from '../../platform/http/refusals.ts'
import { clientOf, Slots } from '../../platform/http/slots.ts'
import { runSearch, type SEARCHES, type SearchName } from './search-thread.ts'
import { TIMEOUTS, tookTooLong } from './timeouts.ts'

// The build puts the thread into one file next to that of the server.
const FILE = fileURLToPath(
  new URL(import.meta.url.endsWith('.ts') ? './search-thread.ts' : './search-thread.js', import.meta.url),
)

const THREADS = 2
const MAX_IDLE = 30_000
// Half of the connections to PostgreSQL, so that slow searches leave the others to other requests.
const CONNECTIONS = 5
const MAX_WAITING = 100

type WithoutDatabase<Search> = Search extends (db: Queryable, ...rest: infer Rest) => unknown ? Rest : never

export type Search = <Name extends SearchName>(
  request: FastifyRequest,
  name: Name,
  ...parameters: WithoutDatabase<(typeof SEARCHES)[Name]>
) => ReturnType<(typeof SEARCHES)[Name]>

/**
 * Few searches run at once, and one of each client. Nothing interrupts SQLite, so a search that takes too long is
 * refused, but keeps its place until it ends.
 */
export function openSearchPool({ file, searches }: Database): { search: Search; close(): Promise<void> } {
  const ofClients = new Slots()
  const all = new Slots(MAX_WAITING, () => unavailable('Too many searches are running, please try again'))
  const atOnce = file === undefined ? CONNECTIONS : THREADS
  let threads: Tinypool | undefined

  const runInTime = async (name: SearchName, parameters: unknown[], refuse: (reason: Error) => void) => {
    // On SQLite a query blocks the thread that runs it. Starting one is not part of the search.
    if (file !== undefined) {
      threads ??= openThreads()
      await threads.run(file, { name: 'open' })
    }
    const timer = setTimeout(() => refuse(tookTooLong()), TIMEOUTS.search)
    try {
      return await (threads
        ? threads.run({ file, name, parameters }, { name: 'search' })
        : runSearch(searches, name, parameters))
    } finally {
      clearTimeout(timer)
    }
  }

  const search = (request: FastifyRequest, name: SearchName, ...parameters: unknown[]) => {
    const { socket } = request
    const { promise, resolve, reject } = Promise.withResolvers<unknown>()
    const run = () => all.run('all', atOnce, () => runInTime(name, parameters, reject), socket)
    ofClients.run(clientOf(request).name, 1, run, socket).then(resolve, reject)
    return promise
  }
  return { search: search as Search, close: async () => threads?.destroy() }
}

function openThreads(): Tinypool {
  const threads = new Tinypool({
    filename: FILE,
    // The others start when they are needed. One stays, as Tinypool would not replace it while tasks wait.
    minThreads: 1,
    maxThreads: THREADS,
    idleTimeout: MAX_IDLE,
    resourceLimits: { maxOldGenerationSizeMb: 512 },
    execArgv: [],
  })
  // Without a listener, a thread that fails between two searches would end the process.
  threads.on('error', () => {})
  return threads
}
