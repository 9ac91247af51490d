import { parentPort, workerData } from 'node:worker_threads'
import { openReader } from '../../database/sqlite-reader.ts'
import { untilTickHasTime } from '../../ticks.ts'
import { type Searches, searchesOf } from '../searches.ts'
import type { SearchMessage, SearchReply } from './messages.ts'

// The thread that searches on SQLite, with a connection of its own. Searches take turns in it as they do on a main
// thread: none keeps it for longer than a tick.

let searches: Searches | undefined

async function search({ id, method, parameters }: SearchMessage): Promise<SearchReply> {
  try {
    await untilTickHasTime()
    searches ??= searchesOf(openReader(workerData as string).kysely)
    const run = searches[method] as (...values: unknown[]) => Promise<unknown>
    return { id, result: await run(...parameters) }
  } catch (error) {
    return { id, error, errcode: (error as { errcode?: number }).errcode }
  }
}

parentPort?.on('message', async (message: SearchMessage) => parentPort?.postMessage(await search(message)))
