import { hash, randomBytes } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { Session } from '../../contract/accounts.ts'
import { type Awaitable, after } from '../awaitable.ts'
import type { Context } from '../context.ts'
import { BATCH, inBatches } from '../database/batches.ts'
import { recordChanges, type Topic } from '../database/changes.ts'
import type { Queryable } from '../database/database.ts'
import type { Kept } from '../fresh-cache.ts'
import { badToken, noToken } from '../http/refusals.ts'
import { tokenIn } from '../http/tokens.ts'
import { newId } from '../ids.ts'

const LIFETIME = 30 * 24 * 60 * 60_000
// The last use is written down at most this often, so that reading does not mean writing.
const TOUCH_EVERY = 60 * 60_000
const TOUCH_AGAIN = 60_000
const DEVICE_LENGTH = 300
const MOST_NOTED = 100
const MOST_SESSIONS = 1_000
const TOKEN = /^[\w-]{43}$/

/** Who makes a call, and by which session. */
export type Member = Kept & {
  id: string
  sessionId: string
  tokenHash: string
  /** When its use is to be written down again. */
  touchAt: number
  expires: number
}

const MEMBER_SIZE = () => 300

/** Opens a session and gives its token, which only the caller will ever know. */
export async function openSession(
  trx: Queryable,
  userId: string,
  device: string | undefined,
): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  const now = Date.now()
  await trx
    .insertInto('sessions')
    .values({
      id: newId(),
      user_id: userId,
      token_hash: tokenHash(token),
      device: (device ?? '').toWellFormed().slice(0, DEVICE_LENGTH),
      created_at: now,
      last_used_at: now,
      expires_at: now + LIFETIME,
    })
    .execute()
  return token
}

/** Whoever signs in again and again must not pile up sessions that one transaction has to end some day. */
export async function endOldestSessions(trx: Queryable, userId: string): Promise<void> {
  const lastToStay = trx
    .selectFrom('sessions')
    .select('id')
    .where('user_id', '=', userId)
    .orderBy('id', 'desc')
    .limit(1)
    .offset(MOST_SESSIONS - 1)
  const ended = await trx
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .where('id', '<', lastToStay)
    .returning('token_hash')
    .execute()
  await recordChanges(trx, ...ended.map(({ token_hash }): Topic => `session:${token_hash}`))
}

/** The member, at once where the session is remembered. */
export function requireMember(context: Context, request: FastifyRequest): Awaitable<Member> {
  const token = tokenIn(request.headers)
  if (token === undefined) throw noToken()
  if (!TOKEN.test(token)) throw badToken()
  const key = tokenHash(token)
  const lookUp = () => findMember(context.db.kysely, key)
  const found = context.cache.get(`session:${key}`, 'member', lookUp, MEMBER_SIZE)
  return after(found, (member) => {
    if (!member) throw badToken()
    if (isPlainlyValid(member)) return member
    if (member.expires <= Date.now()) return prolongedElsewhere(lookUp)
    void touchSession(context, member)
    return member
  })
}

/** Neither ended nor due to be written down as used. */
export function isPlainlyValid({ expires, touchAt }: Member): boolean {
  const now = Date.now()
  return expires > now && touchAt >= now
}

/** Another process may have prolonged what this one still remembers as ended. */
async function prolongedElsewhere(lookUp: () => Promise<Member | undefined>): Promise<Member> {
  const member = await lookUp()
  if (!member || member.expires <= Date.now()) throw badToken()
  return member
}

async function findMember(db: Queryable, key: string): Promise<Member | undefined> {
  const row = await db.selectFrom('sessions').selectAll().where('token_hash', '=', key).executeTakeFirst()
  if (!row) return undefined
  return {
    kept: false,
    id: row.user_id,
    sessionId: row.id,
    tokenHash: key,
    touchAt: row.last_used_at + TOUCH_EVERY,
    expires: row.expires_at,
  }
}

/** Nobody waits for it, as whoever reads must be able to on a full disk too; it never rejects. */
async function touchSession({ db }: Context, member: Member): Promise<void> {
  const now = Date.now()
  const { expires } = member
  // Before it is written, so that it is written once.
  member.touchAt = now + TOUCH_EVERY
  member.expires = now + LIFETIME
  const touch = (trx: Queryable) =>
    trx
      .updateTable('sessions')
      .set({ last_used_at: now, expires_at: now + LIFETIME })
      .where('id', '=', member.sessionId)
      .execute()
  try {
    await db.transaction(touch)
  } catch {
    member.touchAt = now + TOUCH_AGAIN
    member.expires = expires
  }
}

export async function listSessions(db: Queryable, member: Member): Promise<Session[]> {
  const rows = await db
    .selectFrom('sessions')
    .selectAll()
    .where('user_id', '=', member.id)
    .where('expires_at', '>', Date.now())
    .orderBy('last_used_at', 'desc')
    .orderBy('id', 'desc')
    .limit(100)
    .execute()
  return rows.map((row) => ({
    _id: row.id,
    device: row.device,
    created: new Date(row.created_at).toISOString(),
    lastUsed: new Date(row.last_used_at).toISOString(),
    current: row.id === member.sessionId,
  }))
}

/** Ends one session of the user; false where there is no such session. */
export async function endSession(trx: Queryable, userId: string, sessionId: string): Promise<boolean> {
  const ended = await trx
    .deleteFrom('sessions')
    .where('id', '=', sessionId)
    .where('user_id', '=', userId)
    .returning('token_hash')
    .executeTakeFirst()
  if (ended) await recordChanges(trx, `session:${ended.token_hash}`)
  return ended !== undefined
}

/** Ends all sessions of the user. */
export async function endSessions(trx: Queryable, userId: string): Promise<void> {
  const ended = await trx
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .returning('token_hash')
    .execute()
  // So many that noting each would take longer than filling the caches anew.
  if (ended.length > MOST_NOTED) await recordChanges(trx, 'all')
  else await recordChanges(trx, ...ended.map(({ token_hash }) => `session:${token_hash}` as const))
}

export async function forgetExpiredSessions(db: Context['db']): Promise<void> {
  await inBatches(() =>
    db.transaction(async (trx) => {
      const expired = trx
        .selectFrom('sessions')
        .select('id')
        .where('expires_at', '<', Date.now())
        .limit(BATCH)
      const { numDeletedRows } = await trx
        .deleteFrom('sessions')
        .where('id', 'in', expired)
        .executeTakeFirst()
      return { done: numDeletedRows < BATCH }
    }),
  )
}

function tokenHash(token: string): string {
  return hash('sha256', token)
}
