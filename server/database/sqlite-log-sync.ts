import { realpathSync } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { DatabaseUnavailable } from './faults.ts'

/**
 * Waits until the log of a database file is on the disk, without blocking the event loop. SQLite would do so within each
 * commit, and no request would be answered meanwhile.
 */
export class LogSync {
  readonly #file: string
  #handle: FileHandle | undefined
  #running: Promise<void> | undefined
  #next: Promise<void> | undefined

  /** The connection that writes to the database must stay open, as the last one deletes the log. */
  constructor(database: string) {
    // SQLite follows links, too.
    this.#file = `${realpathSync(database)}-wal`
  }

  /** Everything that was written before the call is on the disk when it resolves. */
  sync(): Promise<void> {
    if (!this.#running) return this.#start()
    // The running one may have begun before the last write. All that come meanwhile share the next.
    const start = () => this.#start()
    this.#next ??= this.#running.then(start, start)
    return this.#next
  }

  async close(): Promise<void> {
    await Promise.allSettled([this.#running, this.#next])
    await this.#handle?.close()
  }

  #start(): Promise<void> {
    this.#next = undefined
    this.#running = this.#syncNow().finally(() => {
      this.#running = undefined
    })
    return this.#running
  }

  async #syncNow(): Promise<void> {
    try {
      this.#handle ??= await open(this.#file, 'r+')
      await this.#handle.datasync()
    } catch (error) {
      throw new DatabaseUnavailable('The log of the database could not be written to the disk', {
        cause: error,
      })
    }
  }
}
