import { Worker } from 'node:worker_threads'
import type { SearchMessage, SearchReply } from './messages.ts'

// Eight counts at once of a thousand of the largest profiles take about 200 MB; ordinary searches take a few.
const RESOURCE_LIMITS = { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 8 }

// The build puts all of the thread into one file beside that of the server.
const FILE = new URL(import.meta.url.endsWith('.ts') ? './entry.ts' : './search-thread.js', import.meta.url)

type Running = { resolve(result: unknown): void; reject(error: unknown): void }

/** A thread that searches in a file of SQLite. Once it has ended, another one has to be started. */
export class SearchThread {
  readonly #worker: Worker
  readonly #running = new Map<number, Running>()
  #lastId = 0
  #hasEnded = false

  constructor(file: string) {
    this.#worker = new Worker(FILE, { workerData: file, resourceLimits: RESOURCE_LIMITS, execArgv: [] })
    this.#worker.unref()
    this.#worker.on('message', (reply: SearchReply) => this.#receive(reply))
    // Out of memory or a bug: 'exit' follows.
    this.#worker.on('error', (error) => this.#end(error))
    this.#worker.on('exit', () => this.#end())
  }

  get hasEnded(): boolean {
    return this.#hasEnded
  }

  run(method: SearchMessage['method'], parameters: unknown[]): Promise<unknown> {
    const id = ++this.#lastId
    const { promise, resolve, reject } = Promise.withResolvers<unknown>()
    this.#running.set(id, { resolve, reject })
    const message: SearchMessage = { id, method, parameters }
    this.#worker.postMessage(message)
    return promise
  }

  async end(): Promise<void> {
    await this.#worker.terminate()
  }

  #receive(reply: SearchReply): void {
    const running = this.#running.get(reply.id)
    this.#running.delete(reply.id)
    if ('result' in reply) running?.resolve(reply.result)
    else running?.reject(Object.assign(reply.error as Error, { errcode: reply.errcode }))
  }

  #end(cause?: unknown): void {
    this.#hasEnded = true
    const lost = [...this.#running.values()]
    this.#running.clear()
    for (const { reject } of lost) reject(new Error('The thread that searches has ended', { cause }))
  }
}
