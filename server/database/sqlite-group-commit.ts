import type { DatabaseSync } from 'node:sqlite'
import { DatabaseUnavailable } from './faults.ts'
import { StatementCache } from './sqlite-statements.ts'

type Group = { committed: Promise<void>; resolve(): void; reject(error: unknown): void }

/**
 * The one writing connection. Transactions run one after another, each in a savepoint; those that
 * arrive in the same turn of the event loop share one commit, and so one wait for the disk.
 * A transaction is acknowledged only after the commit that holds it.
 */
export class GroupCommit {
  readonly statements: StatementCache
  readonly #db: DatabaseSync
  #queue: Promise<void> = Promise.resolve()
  #finishTurn: () => void = () => {}
  #group: Group | undefined

  constructor(db: DatabaseSync) {
    this.#db = db
    this.statements = new StatementCache(db)
  }

  async begin(): Promise<void> {
    await this.#takeTurn()
    try {
      this.#group ??= this.#openGroup()
      this.#run('savepoint work')
    } catch (error) {
      this.#finishTurn()
      throw error
    }
  }

  async commit(): Promise<void> {
    const group = this.#group
    try {
      this.#run('release work')
    } catch (error) {
      this.rollback()
      throw error
    }
    this.#finishTurn()
    await group?.committed
  }

  rollback(): void {
    try {
      // A full disk or a failing one has rolled back the whole group already.
      if (this.#db.isTransaction) {
        this.#run('rollback to work')
        this.#run('release work')
      } else {
        this.#endGroup()?.reject(new DatabaseUnavailable('The database rolled the transaction back'))
      }
    } finally {
      this.#finishTurn()
    }
  }

  /** Waits until all that has begun is committed. */
  async settle(): Promise<void> {
    await this.#takeTurn()
    this.#commitGroup()
    this.#finishTurn()
  }

  #openGroup(): Group {
    this.#run('begin immediate')
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    // A group whose transactions all failed has nobody waiting for it.
    promise.catch(() => {})
    setImmediate(() => this.settle())
    return { committed: promise, resolve, reject }
  }

  #commitGroup(): void {
    const group = this.#endGroup()
    if (!group) return
    try {
      this.#run('commit')
      group.resolve()
    } catch (error) {
      if (this.#db.isTransaction) this.#run('rollback')
      group.reject(error)
    }
  }

  #endGroup(): Group | undefined {
    const group = this.#group
    this.#group = undefined
    return group
  }

  async #takeTurn(): Promise<void> {
    const previous = this.#queue
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#queue = promise
    await previous
    this.#finishTurn = resolve
  }

  #run(sql: string): void {
    this.statements.get(sql).run()
  }
}
