import { hash } from 'node:crypto'
import type { ConnectedIdentity } from '../../../../contract/sign-in.ts'
import type { Queryable } from '../../../database/database.ts'
import { newId } from '../../../ids.ts'
import type { Member } from '../../../platform/http/caller.ts'
import { invalid, requireFound } from '../../../platform/http/refusals.ts'
import type { Settings } from '../../../platform/process/settings.ts'
import { lockPassword } from '../../accounts/queries.ts'
import { endSessions, identityOfSession } from '../../accounts/sessions.ts'
import { issueCode, requireCode, usedUp } from '../recovery/codes.ts'
import type { Identity } from './provider.ts'

/** No password has this hash. */
export const NO_PASSWORD = ''

export const IDENTITY_NOT_FOUND = 'Connected account not found'

/** Issuer and subject decide, never the email. */
export function findConnected(db: Queryable, { issuer, subject }: Identity) {
  return (
    db
      .selectFrom('identities')
      .innerJoin('users', 'users.id', 'identities.user_id')
      .select(['identities.id', 'user_id'])
      .where('issuer', '=', issuer)
      .where('subject', '=', subject)
      // Accounts that are being deleted have no email.
      .where('users.email', '!=', '')
      .executeTakeFirst()
  )
}

export async function holdConnected(trx: Queryable, identity: Identity, userId: string): Promise<string> {
  await lockPassword(trx, userId)
  const connected = await findConnected(trx, identity)
  if (connected?.user_id !== userId) throw usedUp()
  return connected.id
}

export async function connectIdentity(
  trx: Queryable,
  { issuer, subject, email }: Pick<Identity, 'issuer' | 'subject' | 'email'>,
  userId: string,
): Promise<string> {
  const connected = await trx
    .insertInto('identities')
    .values({ id: newId(), issuer, subject, user_id: userId, email: email ?? null, connected_at: Date.now() })
    .onConflict((conflict) => conflict.columns(['issuer', 'subject']).doNothing())
    .returning('id')
    .executeTakeFirst()
  // It was connected with another account in the meantime.
  if (!connected) throw usedUp()
  return connected.id
}

export async function listIdentities(
  db: Queryable,
  member: Member,
  { oidc }: Settings,
): Promise<ConnectedIdentity[]> {
  const used = await identityOfSession(db, member.sessionId)
  const rows = await db
    .selectFrom('identities')
    .selectAll()
    .where('user_id', '=', member.id)
    .orderBy('id', 'desc')
    .execute()
  return rows.map(({ id, issuer, email, connected_at }) => ({
    _id: id,
    provider: providerName(oidc, issuer),
    email,
    date: connected_at === null ? null : new Date(connected_at).toISOString(),
    current: id === used,
  }))
}

function providerName(oidc: Settings['oidc'], issuer: string): string {
  const isCurrent = oidc && new URL(oidc.issuer).href === new URL(issuer).href
  return isCurrent ? oidc.name : new URL(issuer).host
}

/** Also ends the other sessions that were opened through it. */
export async function disconnectIdentity(trx: Queryable, member: Member, id: string): Promise<void> {
  // Of two requests that disconnect the last two, the second has to see the first.
  await lockPassword(trx, member.id)
  const identities = await trx
    .selectFrom('identities')
    .innerJoin('users', 'users.id', 'user_id')
    .select(['identities.id', 'password_hash'])
    .where('user_id', '=', member.id)
    .execute()
  const chosen = identities.find((identity) => identity.id === id)
  const { password_hash } = requireFound(chosen, IDENTITY_NOT_FOUND)
  if (password_hash === NO_PASSWORD && identities.length === 1) {
    throw invalid({ msg: 'This is your only way to sign in. Set a password first' })
  }
  await trx.deleteFrom('identities').where('id', '=', id).execute()
  await endSessions(trx, member.id, { identityId: id, kept: member.sessionId })
}

export async function disconnectOthers(trx: Queryable, userId: string, kept: string | null): Promise<number> {
  const removed = await trx
    .deleteFrom('identities')
    .where('user_id', '=', userId)
    .$if(kept !== null, (query) => query.where('id', '!=', kept ?? ''))
    .returning('id')
    .execute()
  return removed.length
}

/** Keeps tokens out of addresses. Without the cookie's secret, a link could sign people in as an attacker. */
export async function codeForIdentity(trx: Queryable, identity: Identity, secret: string): Promise<string> {
  const data: CodeData = { identity, secretHash: hash('sha256', secret) }
  return issueCode(trx, 'sign-in', { userId: null, email: null, data: JSON.stringify(data) })
}

type CodeData = { identity: Identity; secretHash: string }

export async function requireIdentity(
  db: Queryable,
  code: string,
  secret: string | undefined,
): Promise<Identity> {
  const { data } = await requireCode(db, 'sign-in', code)
  const { identity, secretHash } = JSON.parse(data ?? '') as CodeData
  if (secret === undefined || hash('sha256', secret) !== secretHash) throw usedUp()
  return identity
}
