import { setTimeout } from 'node:timers/promises'
import type { RawBuilder } from 'kysely'
import type { Logger } from 'pino'
import { CauseLog } from '../../cause-log.ts'
import type { Database, Queryable } from '../../database/database.ts'
import * as queries from './queries.ts'
import { LEASE, type LeasedJob } from './queries.ts'

const POLL_EVERY = 500
const LONGEST_PAUSE = 30_000
const POLL_AFTER_INSERT = 25
const GRACE = 5_000
const PAUSES = [10, 60, 300, 900, 3_600, 7_200, 21_600, 43_200, 86_400]

export class PermanentFailure extends Error {}

export type RunningJob = {
  id: string
  isFirstAttempt: boolean
  /** Aborted when the process stops or another process has taken the job. */
  signal: AbortSignal
  /** Throws if the lease was lost. Called in the transaction of the effects, so that they happen once. */
  finish(trx: Queryable): Promise<void>
}

type Kind = {
  atOnce: number
  run(payload: never, job: RunningJob): Promise<void>
  running: Set<Promise<void>>
  log: CauseLog
}

type Task = { run(): Promise<void>; failures: number; pausedUntil: number }

/** If the process of a job is killed, the job is due again when its lease ends. */
export class Jobs {
  readonly #db: Database
  readonly #logger: Logger
  readonly #log: CauseLog
  readonly #kinds = new Map<string, Kind>()
  readonly #tasks: Task[] = []
  readonly #controllers = new Set<AbortController>()
  #isStopped = false
  #timer: NodeJS.Timeout | undefined
  #pollAt = 0
  #polling: Promise<void> = Promise.resolve()

  constructor(db: Database, logger: Logger) {
    this.#db = db
    this.#logger = logger
    this.#log = new CauseLog(logger)
    this.onPoll(() => this.#takeJobs())
  }

  define<Payload>(
    kind: string,
    { atOnce, run }: { atOnce: number; run(payload: Payload, job: RunningJob): Promise<void> },
  ): (trx: Queryable, payload: Payload, dueAt?: number | RawBuilder<number>) => Promise<void> {
    const log = new CauseLog(this.#logger.child({ kind }))
    this.#kinds.set(kind, { atOnce, run, running: new Set(), log })
    return async (trx, payload, dueAt) => {
      await queries.insertJob(trx, kind, payload, dueAt)
      this.#pollIn(POLL_AFTER_INSERT)
    }
  }

  onPoll(run: () => Promise<void>): void {
    this.#tasks.push({ run, failures: 0, pausedUntil: 0 })
  }

  start(): void {
    this.#pollIn(0)
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    clearTimeout(this.#timer)
    await this.#polling
    for (const controller of this.#controllers) controller.abort()
    const running = [...this.#kinds.values()].flatMap((kind) => [...kind.running])
    if (running.length > 0)
      await Promise.race([Promise.all(running), setTimeout(GRACE, undefined, { ref: false })])
  }

  #pollIn(delay: number): void {
    const at = performance.now() + delay
    if (this.#isStopped || (this.#timer && this.#pollAt <= at)) return
    clearTimeout(this.#timer)
    this.#pollAt = at
    this.#timer = globalThis.setTimeout(() => {
      this.#timer = undefined
      this.#polling = this.#polling.then(() => this.#poll())
    }, delay)
  }

  async #poll(): Promise<void> {
    for (const task of this.#tasks) {
      if (performance.now() >= task.pausedUntil) await this.#runTask(task)
    }
    this.#pollIn(POLL_EVERY)
  }

  async #runTask(task: Task): Promise<void> {
    try {
      await task.run()
      task.failures = 0
    } catch (error) {
      task.failures++
      task.pausedUntil = performance.now() + Math.min(POLL_EVERY * 2 ** task.failures, LONGEST_PAUSE)
      this.#log.write('warn', 'could not look for work; trying again later', error, { err: error })
    }
  }

  async #takeJobs(): Promise<void> {
    for (const [name, kind] of this.#kinds) {
      const free = kind.atOnce - kind.running.size
      const due = free > 0 ? await queries.findDueJobs(this.#db.kysely, name, free) : []
      const taken = due.length > 0 ? await this.#db.transaction((trx) => queries.leaseJobs(trx, due)) : []
      for (const job of taken) this.#track(kind, job)
    }
  }

  #track(kind: Kind, job: LeasedJob): void {
    const running = this.#run(kind, job).finally(() => {
      kind.running.delete(running)
      this.#pollIn(0)
    })
    kind.running.add(running)
  }

  async #run(kind: Kind, job: LeasedJob): Promise<void> {
    const controller = new AbortController()
    this.#controllers.add(controller)
    const renewing = setInterval(() => void this.#renew(job, controller), LEASE / 3)
    try {
      await kind.run(JSON.parse(job.payload) as never, {
        id: job.id,
        isFirstAttempt: job.attempts === 1,
        signal: controller.signal,
        async finish(trx) {
          if (!(await queries.deleteJob(trx, job)))
            throw new LostLease('Another process has taken the job over')
        },
      })
      await this.#db.transaction((trx) => queries.deleteJob(trx, job))
    } catch (error) {
      await this.#failed(kind, job, error)
    } finally {
      clearInterval(renewing)
      this.#controllers.delete(controller)
    }
  }

  async #renew(job: LeasedJob, controller: AbortController): Promise<void> {
    // If the renewal failed, `finish` notices a lost lease.
    const renewed = await this.#db.transaction((trx) => queries.renewLease(trx, job)).catch(() => true)
    if (!renewed) controller.abort()
  }

  /** Never rejects: if the database is down, the job is due again when its lease ends. */
  async #failed({ log }: Kind, job: LeasedJob, error: unknown): Promise<void> {
    const message = error instanceof Error ? error.message : String(error)
    const details = { job: job.id, attempts: job.attempts, err: error }
    try {
      if (error instanceof LostLease) return
      if (this.#isStopped) {
        await this.#db.transaction((trx) => queries.returnJob(trx, job))
        return
      }
      const pause = error instanceof PermanentFailure ? undefined : PAUSES[job.attempts - 1]
      if (pause === undefined) {
        log.write('error', 'a job was given up', error, details)
        await this.#db.transaction((trx) => queries.giveUpJob(trx, job, message))
      } else {
        log.write('warn', 'a job failed; it will be tried again', error, details)
        await this.#db.transaction((trx) => queries.retryJob(trx, job, pause * 1_000, message))
      }
    } catch (databaseError) {
      const databaseDetails = { ...details, err: databaseError }
      log.write('warn', 'could not record that a job failed', databaseError, databaseDetails)
    }
  }
}

class LostLease extends Error {}
