import { sql } from 'kysely'
import type { Logger } from 'pino'
import type { Database } from './database.ts'
import { openPostgres } from './postgres.ts'

/** How stale a visitor's answer may be. */
const MAX_STALENESS = 5_000
const LOOK_EVERY = 500
// The primary can answer instead, so the timeout is short.
const TIMEOUT = 2_000

type Mark = { at: number; position: string }

/**
 * A streaming replica that answers visitors' reads while it keeps up. Now and then the primary's
 * position in its log is marked; once the replica has replayed that far, it is at most as stale as
 * the mark is old. A replica that is slow, gone or broken is simply not used.
 */
export class Replica {
  readonly db: Database
  readonly #primary: Database
  readonly #logger: Logger
  readonly #timer: NodeJS.Timeout
  #reached = Number.NEGATIVE_INFINITY
  #mark: Mark | undefined
  #looking = false
  #wasUsable = false

  constructor(url: string, connections: number, primary: Database, logger: Logger) {
    this.db = openPostgres(url, { connections, timeout: TIMEOUT })
    this.#primary = primary
    this.#logger = logger
    this.#timer = setInterval(() => void this.#look(), LOOK_EVERY)
  }

  get usable(): boolean {
    return performance.now() - this.#reached < MAX_STALENESS
  }

  /** After an error: not used again until it has been seen to keep up. */
  distrust(): void {
    this.#reached = Number.NEGATIVE_INFINITY
    this.#mark = undefined
  }

  async close(): Promise<void> {
    clearInterval(this.#timer)
    await this.db.close()
  }

  async #look(): Promise<void> {
    if (this.#looking) return
    this.#looking = true
    try {
      const mark = this.#mark ?? (await this.#markPrimary())
      this.#mark = mark
      if (await this.#hasReached(mark)) {
        this.#reached = mark.at
        this.#mark = undefined
      }
    } catch (error) {
      if (this.usable) this.#logger.warn({ err: error }, 'the replica or its primary does not answer')
    } finally {
      this.#looking = false
      if (this.usable !== this.#wasUsable) {
        this.#wasUsable = this.usable
        this.#logger.info(this.usable ? 'the replica takes reads' : 'the replica is not used')
      }
    }
  }

  async #markPrimary(): Promise<Mark> {
    const at = performance.now()
    const { rows } = await sql<{ position: string }>`select pg_current_wal_lsn()::text as position`.execute(
      this.#primary.kysely,
    )
    return { at, position: rows[0]?.position ?? '' }
  }

  async #hasReached({ position }: Mark): Promise<boolean> {
    const { rows } = await sql<{ reached: boolean }>`
      select coalesce(pg_last_wal_replay_lsn(), pg_current_wal_lsn()) >= ${position}::pg_lsn as reached
    `.execute(this.db.kysely)
    return rows[0]?.reached === true
  }
}
