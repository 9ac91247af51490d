import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import type { Database, Queryable } from './database/database.ts'
import type { ResponseCache } from './platform/cache/response-cache.ts'
import type { Admission } from './platform/http/admission.ts'
import type { Serve } from './platform/http/handler.ts'
import type { Slots } from './platform/http/slots.ts'
import type { Jobs } from './platform/jobs/jobs.ts'
import type { Maintenance } from './platform/jobs/maintenance.ts'
import type { Settings } from './platform/process/settings.ts'

export type App = {
  context: Context
  server: FastifyInstance
  serve: Serve
  admission: Admission
  slots: Slots
}

type Registered = { id: string; email: string; isConfirmed?: boolean; address?: string }

export type Context = {
  settings: Settings
  logger: Logger
  db: Database
  cache: ResponseCache
  jobs: Jobs
  maintenance: Maintenance
  /** Whether the schema is up to date; until then every call returns 503. */
  ready: boolean
  onRegistration: ((trx: Queryable, user: Registered) => Promise<void>)[]
  onBlock: ((trx: Queryable, blocker: string, blocked: string) => Promise<void>)[]
  /** Each deletes one batch of rows. */
  accountDeletionSteps: ((trx: Queryable, userId: string) => Promise<{ done: boolean }>)[]
  exports: ((userId: string) => Promise<{ name: string; value: object }[]>)[]
  gauges: { name: string; help: string; read(): number }[]
}
