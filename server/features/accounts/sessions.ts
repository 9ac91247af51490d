import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Session } from '../../../contract/accounts.ts'
import { deleteInBatches } from '../../database/batches.ts'
import type { Database, Queryable } from '../../database/database.ts'
import { newId } from '../../ids.ts'
import { type Member, tokenHash } from '../../platform/http/caller.ts'
import { sessionsEnded } from '../topics.ts'
import { applyClaim, type Claim } from './claimed-roles.ts'
import { refuseSuspended } from './suspension.ts'

export const SESSION_LIFETIME = 30 * 24 * 60 * 60_000
/** The role is only known to be right when it was claimed. */
const CLAIMED_LIFETIME = 24 * 60 * 60_000
const DEVICE_LENGTH = 300
const MAX_SESSIONS = 1_000

export async function openSession(
  trx: Queryable,
  userId: string,
  device: string | undefined,
  { identityId = null, claim }: { identityId?: string | null; claim?: Claim | undefined } = {},
): Promise<string> {
  await refuseSuspended(trx, userId)
  const isClaimed = await applyClaim(trx, userId, claim)
  const token = randomBytes(32).toString('base64url')
  const now = Date.now()
  if (isClaimed) await shortenSessions(trx, userId, now + CLAIMED_LIFETIME)
  await trx
    .insertInto('sessions')
    .values({
      id: newId(),
      user_id: userId,
      token_hash: tokenHash(token),
      device: (device ?? '').toWellFormed().slice(0, DEVICE_LENGTH),
      created_at: now,
      last_used_at: now,
      expires_at: now + (isClaimed ? CLAIMED_LIFETIME : SESSION_LIFETIME),
      identity_id: identityId,
    })
    .execute()
  return token
}

async function shortenSessions(trx: Queryable, userId: string, end: number): Promise<void> {
  await trx
    .updateTable('sessions')
    .set({ expires_at: end })
    .where('user_id', '=', userId)
    .where('expires_at', '>', end)
    .execute()
}

export async function endOldestSessions(trx: Queryable, userId: string): Promise<void> {
  const oldestToKeep = trx
    .selectFrom('sessions')
    .select('id')
    .where('user_id', '=', userId)
    .orderBy('id', 'desc')
    .limit(1)
    .offset(MAX_SESSIONS - 1)
  const ended = await trx
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .where('id', '<', oldestToKeep)
    .returning('token_hash')
    .execute()
  sessionsEnded(trx, ended)
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

export async function identityOfSession(db: Queryable, sessionId: string): Promise<string | null> {
  const session = await db
    .selectFrom('sessions')
    .select('identity_id')
    .where('id', '=', sessionId)
    .executeTakeFirst()
  return session?.identity_id ?? null
}

export async function hasEnded(db: Queryable, { sessionId }: Member): Promise<boolean> {
  return !(await db.selectFrom('sessions').select('id').where('id', '=', sessionId).executeTakeFirst())
}

export async function endSession(trx: Queryable, userId: string, sessionId: string): Promise<boolean> {
  const ended = await trx
    .deleteFrom('sessions')
    .where('id', '=', sessionId)
    .where('user_id', '=', userId)
    .returning('token_hash')
    .executeTakeFirst()
  if (ended) sessionsEnded(trx, [ended])
  return ended !== undefined
}

export async function endSessions(
  trx: Queryable,
  userId: string,
  { identityId, kept }: { identityId?: string; kept?: string } = {},
): Promise<void> {
  const ended = await trx
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .$if(identityId !== undefined, (query) => query.where('identity_id', '=', identityId ?? null))
    .$if(kept !== undefined, (query) => query.where('id', '!=', kept ?? ''))
    .returning('token_hash')
    .execute()
  sessionsEnded(trx, ended)
}

export function forgetExpiredSessions(db: Database): Promise<void> {
  return deleteInBatches(db, 'sessions', 'id', sql`expires_at < ${Date.now()}`)
}
