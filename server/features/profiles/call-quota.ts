import { hash } from 'node:crypto'
import { UNKNOWN_NAMES_IN_WINDOW, UNKNOWN_NAMES_WINDOW } from '../../../contract/limits.ts'
import type { Context } from '../../context.ts'
import { isUnavailable } from '../../database/faults.ts'
import { tooMany } from '../../platform/http/refusals.ts'
import { countAttempts, countWrite, type Limit } from '../accounts/attempts.ts'
import { findCodeHostOwner } from './queries.ts'

const HOUR = 60 * 60_000
const QUOTA = 60
const QUOTA_WITH_TOKEN = 5_000
const SHARE_OF_UNKNOWN_NAMES = 1 / 3
const OWNER: Limit = { kind: 'code-host-owner', max: 12, window: HOUR }
const OF_CLIENT: Limit = {
  kind: 'code-host-client',
  max: UNKNOWN_NAMES_IN_WINDOW,
  window: UNKNOWN_NAMES_WINDOW,
}

/** Reserves most of the quota for names in profiles, counted over all processes. */
export class CallQuota {
  readonly #context: Context
  readonly #account: string
  readonly #unknownNames: Limit
  #unknownNamesClosedUntil = 0

  constructor(context: Context) {
    const { url, token } = context.settings.codeHost
    const quota = token ? QUOTA_WITH_TOKEN : QUOTA
    this.#context = context
    this.#account = hash('sha256', `${url} ${token ?? ''}`)
    const max = Math.floor(quota * SHARE_OF_UNKNOWN_NAMES)
    this.#unknownNames = { kind: 'code-host-unknown-names', max, window: HOUR }
  }

  async take(name: string, client: string): Promise<void> {
    const owner = await findCodeHostOwner(this.#context.db.kysely, name)
    if (!owner || !(await this.#takeForOwner(owner))) await this.#takeForUnknownName(client)
  }

  async #takeForOwner(userId: string): Promise<boolean> {
    try {
      return (await countAttempts(this.#context.db, [{ limit: OWNER, subject: userId }])) === undefined
    } catch (error) {
      // Reads must work on a full disk.
      if (isUnavailable(error)) return true
      throw error
    }
  }

  async #takeForUnknownName(client: string): Promise<void> {
    const now = Date.now()
    if (this.#unknownNamesClosedUntil <= now) {
      await countWrite(this.#context, OF_CLIENT, client)
      const counter = { limit: this.#unknownNames, subject: this.#account }
      const wait = await countAttempts(this.#context.db, [counter])
      if (wait === undefined) return
      this.#unknownNamesClosedUntil = now + wait * 1000
    }
    throw tooMany(Math.ceil((this.#unknownNamesClosedUntil - now) / 1000))
  }
}
