import type { Role } from '../../../contract/access.ts'
import type { Context } from '../../context.ts'
import { topicOf } from '../../database/changes/topics.ts'
import type { Database } from '../../database/database.ts'
import type { Tables } from '../../database/schema/tables.ts'
import { Entry } from '../../platform/cache/cache.ts'
import { Collection } from '../../platform/cache/collection.ts'
import type { Identify, Member } from '../../platform/http/caller.ts'
import { badToken, noToken } from '../../platform/http/refusals.ts'
import { SESSION_LIFETIME, tokenHash } from './sessions.ts'

// Stored at most this often, so that reads rarely cause writes; more often if mails depend on it.
const TOUCH_EVERY = 60 * 60_000
const TOUCH_FOR_MAIL = 60_000
const TOUCH_AGAIN = 60_000
const TOKEN = /^[\w-]{43}$/
const MEMBER_BYTES = 700

export function identifyBySession(context: Context): Pick<Identify, 'member' | 'cachedMember'> {
  const { db, cache, settings } = context
  const touchEvery = settings.smtpUrl === undefined ? TOUCH_EVERY : TOUCH_FOR_MAIL
  const sessions = new Collection<SignedIn>(cache.entries)
  /** Saves hashing the token, which takes a tenth of the time of a cached read. */
  const hashes = new Map<string, string>()

  const rememberHash = (token: string, key: string, session: Entry<SignedIn>) => {
    if (!session.isCurrent || hashes.has(token)) return
    hashes.set(token, key)
    session.whenDropped(() => hashes.delete(token))
  }

  const find = (key: string) => async () => {
    const value = await findSession(db, key, touchEvery)
    return value && { value, bytes: MEMBER_BYTES, topics: [topicOf.session(key), topicOf.role(value.id)] }
  }

  const member: Identify['member'] = async (token) => {
    if (token === undefined) throw noToken()
    if (!TOKEN.test(token)) throw badToken()
    const key = hashes.get(token) ?? tokenHash(token)
    const entry = await sessions.load(key, find(key))
    if (!entry) throw badToken()
    rememberHash(token, key, entry)
    if (entry.value.hasExpired()) {
      // Another process may have prolonged it.
      const found = await find(key)()
      if (!found || found.value.hasExpired()) throw badToken()
      return new Entry(found)
    }
    if (!entry.value.isActive()) void entry.value.touch()
    return entry
  }

  const cachedMember: Identify['cachedMember'] = (token) => {
    const key = hashes.get(token)
    return key === undefined ? undefined : sessions.get(key)
  }

  return { member, cachedMember }
}

async function findSession(db: Database, key: string, touchEvery: number): Promise<SignedIn | undefined> {
  const row = await db.kysely
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select(['sessions.id', 'user_id', 'expires_at', 'last_used_at', 'role'])
    .where('token_hash', '=', key)
    .where('users.suspended_until', 'is', null)
    .executeTakeFirst()
  return row && new SignedIn(db, row, touchEvery)
}

type SessionRow = Pick<Tables['sessions'], 'id' | 'user_id' | 'expires_at' | 'last_used_at'> & { role: Role }

class SignedIn implements Member {
  readonly id: string
  readonly sessionId: string
  readonly role: Role
  readonly #db: Database
  readonly #touchEvery: number
  #expires: number
  #touchAt: number

  constructor(db: Database, row: SessionRow, touchEvery: number) {
    this.#db = db
    this.#touchEvery = touchEvery
    this.id = row.user_id
    this.sessionId = row.id
    this.role = row.role
    this.#expires = row.expires_at
    this.#touchAt = row.last_used_at + touchEvery
  }

  isActive(): boolean {
    const now = Date.now()
    return this.#expires > now && this.#touchAt >= now
  }

  hasExpired(): boolean {
    return this.#expires <= Date.now()
  }

  /** Never rejects and is not awaited, as reads must work on a full disk. */
  async touch(): Promise<void> {
    const now = Date.now()
    const before = this.#expires
    // Set before the write, so that it is written once.
    this.#touchAt = now + this.#touchEvery
    this.#expires = now + SESSION_LIFETIME
    try {
      await this.#db.transaction((trx) =>
        trx
          .updateTable('sessions')
          .set({ last_used_at: now, expires_at: now + SESSION_LIFETIME })
          .where('id', '=', this.sessionId)
          .execute(),
      )
    } catch {
      this.#touchAt = now + TOUCH_AGAIN
      this.#expires = before
    }
  }
}
