import type { Role } from '../../../contract/access.ts'
import type { Context } from '../../context.ts'
import type { Database, Queryable } from '../../database/database.ts'
import type { Tables } from '../../database/schema/tables.ts'
import { timeOfId } from '../../ids.ts'
import { type Identify, type Member, tokenHash } from '../../platform/http/caller.ts'
import { badToken } from '../../platform/http/refusals.ts'
import { topicOf } from '../topics.ts'
import { SESSION_LIFETIME } from './sessions.ts'

// The last use is stored this often; more often if mails depend on it.
const TOUCH_EVERY = 60 * 60_000
const TOUCH_FOR_MAIL = 60_000
const TOUCH_AGAIN = 60_000
const TOKEN = /^[\w-]{43}$/

type RequiresConfirmation = (context: Context, registeredAt: number) => Promise<boolean>

export function identifyBySession(
  context: Context,
  requiresConfirmation: RequiresConfirmation,
): Pick<Identify, 'findMember' | 'cachedMember'> {
  const { db, cache, settings } = context
  const touchEvery = settings.smtpUrl === undefined ? TOUCH_EVERY : TOUCH_FOR_MAIL
  const keyOf = (hash: string) => `session ${hash}`

  const findSession = async (hash: string) => {
    const row = await selectSession(db.kysely, hash)
    if (!row) return undefined
    const isConfirmed = row.email_confirmed === 1
    const mustConfirm = !isConfirmed && (await requiresConfirmation(context, timeOfId(row.user_id)))
    return new SignedIn(db, hash, { ...row, mustConfirm }, touchEvery)
  }

  const findMember: Identify['findMember'] = async (token) => {
    if (!TOKEN.test(token)) throw badToken()
    const hash = tokenHash(token)
    const member = await cache.load(keyOf(hash), async () => {
      const value = await findSession(hash)
      return value && { value, topics: [...value.topics, topicOf.person(value.id), topicOf.site()] }
    })
    if (!member) throw badToken()
    if (member.hasExpired()) {
      const current = await findSession(hash)
      if (!current || current.hasExpired()) throw badToken()
      return current
    }
    if (!member.isActive()) void member.touch()
    return member
  }

  const cachedMember: Identify['cachedMember'] = (token) => {
    const member = cache.get<SignedIn>(keyOf(tokenHash(token)))
    return member?.isActive() ? member : undefined
  }

  return { findMember, cachedMember }
}

function selectSession(db: Queryable, hash: string) {
  return db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select([
      'sessions.id',
      'user_id',
      'expires_at',
      'last_used_at',
      'role',
      'role_by_hand',
      'email_confirmed',
    ])
    .where('token_hash', '=', hash)
    .where('users.suspended_until', 'is', null)
    .executeTakeFirst()
}

type SessionRow = Pick<Tables['sessions'], 'id' | 'user_id' | 'expires_at' | 'last_used_at'> & {
  role: Role
  role_by_hand: Role | null
  mustConfirm: boolean
}

class SignedIn implements Member {
  readonly id: string
  readonly sessionId: string
  readonly role: Role
  readonly mustConfirm: boolean
  readonly topics: readonly string[]
  readonly #db: Database
  readonly #touchEvery: number
  /** The session of a claimed role ends without regard to its use. */
  readonly #isProlonged: boolean
  #expires: number
  #touchAt: number

  constructor(db: Database, hash: string, row: SessionRow, touchEvery: number) {
    this.#db = db
    this.#touchEvery = touchEvery
    this.id = row.user_id
    this.sessionId = row.id
    this.role = row.role
    this.mustConfirm = row.mustConfirm
    this.topics = [topicOf.session(hash), topicOf.role(row.user_id)]
    this.#expires = row.expires_at
    this.#isProlonged = row.role_by_hand === null
    this.#touchAt = row.last_used_at + touchEvery
  }

  isActive(): boolean {
    const now = Date.now()
    return this.#expires > now && this.#touchAt >= now
  }

  hasExpired(): boolean {
    return this.#expires <= Date.now()
  }

  /** Not awaited and never rejects, as reads must work on a full disk. */
  async touch(): Promise<void> {
    const now = Date.now()
    const previousExpiry = this.#expires
    // Set before the write, so that concurrent requests do not repeat it.
    this.#touchAt = now + this.#touchEvery
    if (this.#isProlonged) this.#expires = now + SESSION_LIFETIME
    try {
      await this.#db.transaction((trx) =>
        trx
          .updateTable('sessions')
          .set({ last_used_at: now, expires_at: this.#expires })
          .where('id', '=', this.sessionId)
          .execute(),
      )
    } catch {
      this.#touchAt = now + TOUCH_AGAIN
      this.#expires = previousExpiry
    }
  }
}
