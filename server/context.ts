import type { AnswerCache } from './answers/cache.ts'
import type { Database, Queryable } from './database/database.ts'
import type { Replica } from './database/replica.ts'
import type { Settings } from './process/settings.ts'

/** What the features need, built once at start and handed down; and what they add to the life of the process. */
export type Context = {
  settings: Settings
  db: Database
  answers: AnswerCache
  replica: Replica | undefined
  /** Whether the schema is up to date; until then every call answers 503. */
  ready: boolean
  /** Work that is done every ten minutes, and once after the start. */
  upkeep: (() => Promise<void>)[]
  /** Deletes a batch of what a feature holds of an account that is being deleted. */
  accountParts: ((trx: Queryable, userId: string) => Promise<{ done: boolean }>)[]
  /** What a feature measures, read whenever somebody asks for the metrics. */
  gauges: { name: string; help: string; read(): number }[]
}
