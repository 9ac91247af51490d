import type { Database, Queryable } from './database/database.ts'
import type { ResponseCache } from './platform/cache/response-cache.ts'
import type { Jobs } from './platform/jobs/jobs.ts'
import type { Maintenance } from './platform/jobs/maintenance.ts'
import type { Settings } from './platform/process/settings.ts'

export type Context = {
  settings: Settings
  db: Database
  cache: ResponseCache
  jobs: Jobs
  maintenance: Maintenance
  /** Whether the schema is up to date; until then every call returns 503. */
  ready: boolean
  onRegistration: ((trx: Queryable, user: { id: string; email: string }) => Promise<void>)[]
  /** `usedIdentity`, through which the member has set the password, stays connected. */
  onNewPassword: ((trx: Queryable, userId: string, usedIdentity: string | null) => Promise<void>)[]
  onBlock: ((trx: Queryable, blocker: string, blocked: string) => Promise<void>)[]
  /** Each deletes one batch of a feature's rows. */
  accountDeletionSteps: ((trx: Queryable, userId: string) => Promise<{ done: boolean }>)[]
  /** Each returns JSON files for the export of a member's data. */
  exports: ((userId: string) => Promise<{ name: string; value: object }[]>)[]
  gauges: { name: string; help: string; read(): number }[]
}
