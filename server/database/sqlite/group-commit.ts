import type { DatabaseSync } from 'node:sqlite'
import { setTimeout } from 'node:timers/promises'
import { DatabaseUnavailable, isBusy } from '../faults.ts'

const MAX_WAITING = 5_000
const LONGEST_PAUSE = 8

type Group = { committed: Promise<void>; resolve(): void; reject(error: unknown): void }

// In turns of the event loop and in milliseconds, so that more transactions share a sync.
const MAX_TURNS = 8
const MAX_WAIT = 5

/** Transactions run one after another, each in a savepoint, and those of a few turns share a commit and sync. */
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
      // On a full or failing disk, SQLite has rolled back the whole group.
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
    promise.catch(() => {})
    commitAfterTurns(() => this.#commitOpenGroup())
    return { committed: promise, resolve, reject }
  }

  /** What is appended after a failed sync is lost in a power cut. Fails if the disk is full. */
  async #startLogOver(deadline: number): Promise<void> {
    const checkpoint = this.#db.prepare('pragma wal_checkpoint(truncate)')
    for (let pause = 1; ; pause = Math.min(pause * 2, LONGEST_PAUSE)) {
      if (checkpoint.get()?.busy === 0 || performance.now() > deadline) return
      await setTimeout(pause)
    }
  }

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

function commitAfterTurns(commit: () => void): void {
  const deadline = performance.now() + MAX_WAIT
  let turns = 0
  const endTurn = () => {
    if (++turns < MAX_TURNS && performance.now() < deadline) setImmediate(endTurn)
    else commit()
  }
  setImmediate(endTurn)
}
