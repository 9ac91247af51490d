import type { DatabaseSync } from 'node:sqlite'
import { setTimeout } from 'node:timers/promises'
import { DatabaseUnavailable, isBusy } from '../faults.ts'

const MAX_WAITING = 5_000
const LONGEST_PAUSE = 8

type Group = { committed: Promise<void>; resolve(): void; reject(error: unknown): void }

// A group waits for some turns of the event loop, so that more transactions share its commit and sync.
const MAX_TURNS = 8
// In milliseconds, because turns are long under load.
const MAX_GATHERING = 5

/**
 * Transactions run one after another, each in a savepoint, and share a commit with those that arrive within a few turns
 * of the event loop. A transaction is acknowledged only once its commit is on the disk.
 */
export class GroupCommit {
  readonly #db: DatabaseSync
  readonly #log: { sync(): Promise<void> }
  #queue: Promise<void> = Promise.resolve()
  #release: () => void = () => {}
  #group: Group | undefined
  #refusal: DatabaseUnavailable | undefined
  #isLogNew = false

  constructor(db: DatabaseSync, log: { sync(): Promise<void> }) {
    this.#db = db
    this.#log = log
  }

  async run<T>(work: () => Promise<T>): Promise<T> {
    await this.#begin()
    let result: T
    try {
      result = await work()
    } catch (error) {
      this.#rollback()
      throw error
    }
    await this.#commit()
    return result
  }

  async close(): Promise<void> {
    this.#refusal ??= new DatabaseUnavailable('The database is being closed')
    await this.#commitOpenGroup()
    // If the disk is full, the next start does it.
    await this.#startLogOver(0).catch(() => {})
  }

  async #commitOpenGroup(): Promise<void> {
    await this.#acquire()
    try {
      this.#commitGroup()
    } finally {
      this.#release()
    }
  }

  async #begin(): Promise<void> {
    const deadline = performance.now() + MAX_WAITING
    await this.#acquire()
    try {
      if (this.#refusal) throw this.#refusal
      this.#group ??= await this.#openGroup(deadline)
      this.#db.exec('savepoint work')
    } catch (error) {
      this.#release()
      throw error
    }
  }

  async #commit(): Promise<void> {
    const group = this.#group
    try {
      this.#db.exec('release work')
    } catch (error) {
      this.#rollback()
      throw error
    }
    this.#release()
    await group?.committed
  }

  #rollback(): void {
    try {
      // A full or failing disk has rolled back the whole group already.
      if (this.#db.isTransaction) {
        this.#db.exec('rollback to work')
        this.#db.exec('release work')
      } else {
        this.#endGroup()?.reject(new DatabaseUnavailable('The database rolled the transaction back'))
      }
    } finally {
      this.#release()
    }
  }

  async #openGroup(deadline: number): Promise<Group> {
    if (!this.#isLogNew) await this.#startLogOver(deadline)
    this.#isLogNew = true
    await this.#lockFile(deadline)
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    // If all its transactions have failed, nobody waits for the group.
    promise.catch(() => {})
    whenGathered(() => this.#commitOpenGroup())
    return { committed: promise, resolve, reject }
  }

  /** What is appended to a log after a failed sync is lost in a power cut. Fails if the disk is full. */
  async #startLogOver(deadline: number): Promise<void> {
    const checkpoint = this.#db.prepare('pragma wal_checkpoint(truncate)')
    for (let pause = 1; ; pause = Math.min(pause * 2, LONGEST_PAUSE)) {
      if (checkpoint.get()?.busy === 0 || performance.now() > deadline) return
      await setTimeout(pause)
    }
  }

  /** Waits for writers of other processes without blocking reads. */
  async #lockFile(deadline: number): Promise<void> {
    for (let pause = 1; ; pause = Math.min(pause * 2, LONGEST_PAUSE)) {
      try {
        this.#db.exec('begin immediate')
        return
      } catch (error) {
        if (!isBusy(error) || performance.now() > deadline) throw error
      }
      await setTimeout(pause)
    }
  }

  #commitGroup(): void {
    const group = this.#endGroup()
    if (!group) return
    try {
      this.#db.exec('commit')
    } catch (error) {
      group.reject(error)
      if (this.#db.isTransaction) this.#db.exec('rollback')
      return
    }
    // The next group need not wait for it.
    this.#log.sync().then(group.resolve, (error) => {
      this.#refusal = error
      group.reject(error)
    })
  }

  #endGroup(): Group | undefined {
    const group = this.#group
    this.#group = undefined
    return group
  }

  async #acquire(): Promise<void> {
    const previous = this.#queue
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#queue = promise
    await previous
    this.#release = resolve
  }
}

function whenGathered(commit: () => void): void {
  const deadline = performance.now() + MAX_GATHERING
  let turns = 0
  const endTurn = () => {
    if (++turns < MAX_TURNS && performance.now() < deadline) setImmediate(endTurn)
    else commit()
  }
  setImmediate(endTurn)
}
