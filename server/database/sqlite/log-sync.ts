import { realpathSync } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { DatabaseUnavailable } from '../faults.ts'

/** Keeps syncs out of the commit, where SQLite would block the event loop. */
export class LogSync {
  readonly #file: string
  readonly #onFailure: (error: DatabaseUnavailable) => void
  #handle: FileHandle | undefined
  #running: Promise<void> | undefined
  #next: Promise<void> | undefined

  /** The writing connection must stay open: the last one to close deletes the log. */
  constructor(database: string, onFailure: (error: DatabaseUnavailable) => void) {
    this.#file = `${realpathSync(database)}-wal`
    this.#onFailure = onFailure
  }

  /** Never resolves after a failure: Linux marks unwritten pages as clean, so a later sync would skip them. */
  sync(): Promise<void> {
    if (!this.#running) return this.#start()
    this.#next ??= this.#running.then(() => this.#start())
    return this.#next
  }

  async close(): Promise<void> {
    await Promise.allSettled([this.#running, this.#next])
    await this.#handle?.close()
  }

  #start(): Promise<void> {
    this.#next = undefined
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
