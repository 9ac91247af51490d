import { setTimeout } from 'node:timers/promises'
import type { RawBuilder } from 'kysely'
import type { Logger } from 'pino'
import type { Database, Queryable } from '../../database/database.ts'
import * as queries from './queries.ts'
import { LEASE, type TakenJob } from './queries.ts'

// A search finds what was written within a second, so the queue is read twice in it.
const POLL_EVERY = 500
// Most transactions have committed by then; the others are found by the next poll.
const POLL_AFTER_INSERT = 25
const GRACE = 5_000
// In seconds, after each failed attempt: about two days in all.
const PAUSES = [10, 60, 300, 900, 3_600, 7_200, 21_600, 43_200, 86_400]
const FAILED_JOBS_KEPT = 30 * 24 * 60 * 60_000

/** For a job that would fail however often it is retried. */
export class HopelessJob extends Error {}

export type RunningJob = {
  id: string
  isFirstAttempt: boolean
  /** Aborted when the process stops or the lease was lost. */
  signal: AbortSignal
  /** Runs in the transaction of the job's effects, so that they happen once. Throws if the lease was lost. */
  finish(trx: Queryable): Promise<void>
}

type Kind = {
  /** Per process, so that a slow kind does not block others. */
  atOnce: number
  run(payload: never, job: RunningJob): Promise<void>
  running: Set<Promise<void>>
}

/** A job runs under a lease. If its process is killed, it is due again when the lease ends. */
export class Jobs {
  readonly #db: Database
  readonly #logger: Logger
  readonly #kinds = new Map<string, Kind>()
  readonly #tasks: (() => Promise<void>)[] = []
  readonly #controllers = new Set<AbortController>()
  #isStopped = false
  #timer: NodeJS.Timeout | undefined
  #pollAt = 0
  #polling: Promise<void> = Promise.resolve()

  constructor(db: Database, logger: Logger) {
    this.#db = db
    this.#logger = logger
  }

  define<Payload>(
    kind: string,
    { atOnce, run }: { atOnce: number; run(payload: Payload, job: RunningJob): Promise<void> },
  ): (trx: Queryable, payload: Payload, dueAt?: number | RawBuilder<number>) => Promise<void> {
    this.#kinds.set(kind, { atOnce, run, running: new Set() })
    return async (trx, payload, dueAt) => {
      await queries.insertJob(trx, kind, payload, dueAt)
      this.#pollIn(POLL_AFTER_INSERT)
    }
  }

  /** False if it has run, is running or is due. */
  cancel(trx: Queryable, kind: string, payload: unknown): Promise<boolean> {
    return queries.cancelJob(trx, kind, payload)
  }

  /** For short work at every poll, such as emptying a queue. */
  alsoDo(task: () => Promise<void>): void {
    this.#tasks.push(task)
  }

  start(): void {
    this.#pollIn(0)
  }

  /** Running jobs get a moment to finish. The others are due when their lease ends. */
  async stop(): Promise<void> {
    this.#isStopped = true
    clearTimeout(this.#timer)
    await this.#polling
    for (const controller of this.#controllers) controller.abort()
    const running = [...this.#kinds.values()].flatMap((kind) => [...kind.running])
    if (running.length > 0)
      await Promise.race([Promise.all(running), setTimeout(GRACE, undefined, { ref: false })])
  }

  listFailed({ limit, before }: { limit: number; before: string | undefined }) {
    return queries.findFailedJobs(this.#db.kysely, limit, before)
  }

  async retryFailed(trx: Queryable, id: string): Promise<boolean> {
    const isRestarted = await queries.restartJob(trx, id)
    this.#pollIn(POLL_AFTER_INSERT)
    return isRestarted
  }

  async forgetFailed(): Promise<void> {
    await this.#db.transaction((trx) => queries.forgetFailedJobs(trx, FAILED_JOBS_KEPT))
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
    try {
      for (const [name, kind] of this.#kinds) {
        const free = kind.atOnce - kind.running.size
        const due = free > 0 ? await queries.findDueJobs(this.#db.kysely, name, free) : []
        const taken = due.length > 0 ? await this.#db.transaction((trx) => queries.takeJobs(trx, due)) : []
        for (const job of taken) this.#track(name, kind, job)
      }
      for (const task of this.#tasks) await task()
    } catch (error) {
      this.#logger.warn({ err: error }, 'could not look for jobs; trying again')
    }
    this.#pollIn(POLL_EVERY)
  }

  #track(name: string, kind: Kind, job: TakenJob): void {
    const running = this.#run(name, kind, job).finally(() => {
      kind.running.delete(running)
      this.#pollIn(0)
    })
    kind.running.add(running)
  }

  async #run(name: string, kind: Kind, job: TakenJob): Promise<void> {
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
      await this.#failed(name, job, error)
    } finally {
      clearInterval(renewing)
      this.#controllers.delete(controller)
    }
  }

  async #renew(job: TakenJob, controller: AbortController): Promise<void> {
    // A failed renewal is no reason to stop: if the lease ends, finishing the job fails.
    const renewed = await this.#db.transaction((trx) => queries.renewLease(trx, job)).catch(() => true)
    if (!renewed) controller.abort()
  }

  /** Never rejects: if the database is down too, the job is due again when its lease ends. */
  async #failed(name: string, job: TakenJob, error: unknown): Promise<void> {
    const message = error instanceof Error ? error.message : String(error)
    const details = { job: job.id, kind: name, attempts: job.attempts, err: error }
    try {
      if (error instanceof LostLease) return
      if (this.#isStopped) {
        await this.#db.transaction((trx) => queries.returnJob(trx, job))
        return
      }
      const pause = error instanceof HopelessJob ? undefined : PAUSES[job.attempts - 1]
      if (pause === undefined) {
        this.#logger.error(details, 'a job was given up')
        await this.#db.transaction((trx) => queries.giveUpJob(trx, job, message))
      } else {
        this.#logger.warn(details, 'a job failed; it will be tried again')
        await this.#db.transaction((trx) => queries.retryJob(trx, job, pause * 1_000, message))
      }
    } catch (databaseError) {
      this.#logger.warn({ ...details, err: databaseError }, 'could not record that a job failed')
    }
  }
}

class LostLease extends Error {}
