import type { HashQueue } from './accounts/passwords.ts'
import type { Database } from './database/database.ts'
import type { Replica } from './database/replica.ts'
import type { FreshCache } from './fresh-cache.ts'
import type { Settings } from './process/settings.ts'
import type { RepoHost } from './profiles/repos.ts'

/** What the routes need, built once at start and handed down. */
export type Context = {
  settings: Settings
  db: Database
  cache: FreshCache
  replica: Replica | undefined
  hashes: HashQueue
  repos: RepoHost
  /** Whether the schema is up to date; until then every call answers 503. */
  ready: boolean
}
