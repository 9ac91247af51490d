import type { FastifyRequest } from 'fastify'
import type { Database } from '../../database/database.ts'
import type { Member } from '../../http/caller.ts'
import { unavailable } from '../../http/refusals.ts'
import { addressGroup } from '../../traffic/addresses.ts'
import { type Searches, searchesOf } from '../searches.ts'
import { SearchThread } from './search-thread.ts'
import { type Searcher, Turns } from './turns.ts'

/** On SQLite a query blocks the thread that runs it, so searches run in one of their own. It starts with the first. */
export class Searching {
  readonly #db: Database
  readonly #turns = new Turns()
  #thread: SearchThread | undefined
  #isClosed = false

  constructor(db: Database) {
    this.#db = db
  }

  /** The searches of a request. */
  for(request: FastifyRequest, member?: Member): Searches {
    const { file, kysely } = this.#db
    if (file === undefined) return searchesOf(kysely)
    const searcher = {
      key: member?.id ?? addressGroup(request.address),
      isGone: () => request.raw.socket.destroyed,
    }
    const inThread = <Name extends keyof Searches>(name: Name) =>
      ((...parameters: unknown[]) => this.#run(file, searcher, name, parameters)) as Searches[Name]
    return {
      findEntries: inThread('findEntries'),
      findBestEntries: inThread('findBestEntries'),
      countEntries: inThread('countEntries'),
      findPeople: inThread('findPeople'),
      countPeople: inThread('countPeople'),
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true
    await this.#thread?.end()
  }

  #run(file: string, searcher: Searcher, name: keyof Searches, parameters: unknown[]): Promise<unknown> {
    return this.#turns.run(searcher, async () => {
      if (this.#isClosed) throw unavailable()
      if (!this.#thread || this.#thread.hasEnded) this.#thread = new SearchThread(file)
      return this.#thread.run(name, parameters)
    })
  }
}
