import type { Database, Queryable } from './database/database.ts'
import type { ResponseCache } from './platform/cache/cache.ts'
import type { Jobs } from './platform/jobs/jobs.ts'
import type { Settings } from './platform/process/settings.ts'

/** What the features share, created once at the start, and the lists to which they add their own tasks. */
export type Context = {
  settings: Settings
  db: Database
  cache: ResponseCache
  jobs: Jobs
  /** Whether the schema is up to date; until then every call returns 503. */
  ready: boolean
  /** Tasks that run after the start and every ten minutes. */
  maintenanceTasks: (() => Promise<void>)[]
  /** Each runs in the transaction that creates an account. */
  onRegistration: ((trx: Queryable, user: { id: string; email: string }) => Promise<void>)[]
  /**
   * Each runs in the transaction in which a member gets a new password. The identity at a sign-in provider through
   * which the member has set it, if any, stays connected.
   */
  onNewPassword: ((trx: Queryable, userId: string, usedIdentity: string | null) => Promise<void>)[]
  /** Each runs in the transaction in which one member blocks another. */
  onBlock: ((trx: Queryable, blocker: string, blocked: string) => Promise<void>)[]
  /** Each deletes a batch of a feature's rows of an account that is being deleted. */
  accountDeletionSteps: ((trx: Queryable, userId: string) => Promise<{ done: boolean }>)[]
  /** Metrics of the features, read at every scrape. */
  gauges: { name: string; help: string; read(): number }[]
}
