import type { FastifyRequest } from 'fastify'
import type { Tinypool } from 'tinypool'
import type { Database, Queryable } from '../../database/database.ts'
import { unavailable } from '../../platform/http/refusals.ts'
import { clientOf, Slots } from '../../platform/http/slots.ts'
import { fileToRun, openThreads, THREADS } from '../../platform/jobs/thread-pool.ts'
import { runSearch, type SEARCHES, type SearchName } from './search-thread.ts'
import { TIMEOUTS, tookTooLong } from './timeouts.ts'

const FILE = fileToRun(import.meta.url, './search-thread.ts', './search-thread.js')
const MEMORY = { maxOldGenerationSizeMb: 512 }
const CONNECTIONS = 5
const MAX_WAITING = 100

type WithoutDatabase<Search> = Search extends (db: Queryable, ...rest: infer Rest) => unknown ? Rest : never

export type Search = <Name extends SearchName>(
  request: FastifyRequest,
  name: Name,
  ...parameters: WithoutDatabase<(typeof SEARCHES)[Name]>
) => ReturnType<(typeof SEARCHES)[Name]>

/** Nothing interrupts SQLite, so a search that is refused after the timeout keeps its slot until it ends. */
export function openSearchPool({ file, searches }: Database): { search: Search; close(): Promise<void> } {
  const ofClients = new Slots()
  const all = new Slots(MAX_WAITING, () => unavailable('Too many searches are running, please try again'))
  const atOnce = file === undefined ? CONNECTIONS : THREADS
  let threads: Tinypool | undefined

  const runInTime = async (name: SearchName, parameters: unknown[], refuse: (reason: Error) => void) => {
    if (file !== undefined) {
      threads ??= openThreads(FILE, MEMORY)
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
