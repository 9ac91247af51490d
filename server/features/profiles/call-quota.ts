import { hash } from 'node:crypto'
import type { Database } from '../../database/database.ts'
import { isUnavailable } from '../../database/faults.ts'
import { tooMany } from '../../platform/http/refusals.ts'
import type { Settings } from '../../platform/process/settings.ts'
import { countAttempts, type Limit } from '../accounts/attempts.ts'
import { findCodeHostOwner } from './queries.ts'

const HOUR = 60 * 60_000
// GitHub's hourly limits.
const QUOTA = 60
const QUOTA_WITH_TOKEN = 5_000
/** For names that are in no profile: anyone can invent any number of them. */
const SHARE_OF_STRANGERS = 1 / 3
// Twice what one constantly viewed name needs; beyond it, the owner keeps changing the name.
const OWNER: Limit = { kind: 'code-host-owner', max: 12, window: HOUR }

/** Reserves most of the code host's quota for names that are in a profile, counted over all processes. */
export class CallQuota {
  readonly #db: Database
  readonly #account: string
  readonly #strangers: Limit
  #strangersClosedUntil = 0

  constructor({ codeHost: { url, token } }: Settings, db: Database) {
    const quota = token ? QUOTA_WITH_TOKEN : QUOTA
    this.#db = db
    this.#account = hash('sha256', `${url} ${token ?? ''}`)
    const max = Math.floor(quota * SHARE_OF_STRANGERS)
    this.#strangers = { kind: 'code-host-strangers', max, window: HOUR }
  }

  async take(name: string): Promise<void> {
    const owner = await findCodeHostOwner(this.#db.kysely, name)
    if (!owner || !(await this.#takeForOwner(owner))) await this.#takeForStranger()
  }

  async #takeForOwner(userId: string): Promise<boolean> {
    try {
      return (await countAttempts(this.#db, [{ limit: OWNER, subject: userId }])) === undefined
    } catch (error) {
      // Repositories stay visible when the disk is full.
      if (isUnavailable(error)) return true
      throw error
    }
  }

  async #takeForStranger(): Promise<void> {
    const now = Date.now()
    // Avoids another write for each rejected name.
    if (this.#strangersClosedUntil <= now) {
      const wait = await countAttempts(this.#db, [{ limit: this.#strangers, subject: this.#account }])
      if (wait === undefined) return
      this.#strangersClosedUntil = now + wait * 1000
    }
    throw tooMany(Math.ceil((this.#strangersClosedUntil - now) / 1000))
  }
}
