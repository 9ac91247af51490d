import { realpathSync } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { DatabaseUnavailable } from '../faults.ts'

/**
 * Waits until the log of a database file is on the disk, without blocking the event loop. SQLite would do so within each
 * commit, and no request would be served in the meantime.
 */
export class LogSync {
  readonly #file: string
  readonly #onFailure: (error: DatabaseUnavailable) => void
  #handle: FileHandle | undefined
  #running: Promise<void> | undefined
  #next: Promise<void> | undefined

  /** The connection that writes to the database must stay open, as the last one deletes the log. */
  constructor(database: string, onFailure: (error: DatabaseUnavailable) => void) {
    // SQLite follows links, too.
    this.#file = `${realpathSync(database)}-wal`
    this.#onFailure = onFailure
  }

  /**
   * Everything written before the call is on the disk when it resolves. After a failure it never resolves again:
   * Linux marks the pages that it could not write as clean, so a later sync would succeed without them.
   */
  sync(): Promise<void> {
    if (!this.#running) return this.#start()
    // The running one may have begun before the last write. All later calls share the next one.
    this.#next ??= this.#running.then(() => this.#start())
    return this.#next
  }

  async close(): Promise<void> {
    await Promise.allSettled([this.#running, this.#next])
    await this.#handle?.close()
  }

  #start(): Promise<void> {
    this.#next = undefined
    // If it fails, it stays, and all later calls fail with it.
    this.#running = this.#syncNow().then(() => {
      this.#running = undefined
    })
    return this.#running
  }

  async #syncNow(): Promise<void> {
    try {
      this.#handle ??= await open(this.#file, 'r+')
      await this.#handle.datasync()
    } catch (error) {
      const failure = new DatabaseUnavailable('The log of the database could not be written to the disk', {
        cause: error,
      })
      this.#onFailure(failure)
      throw failure
    }
  }
}
