import { hash } from 'node:crypto'
import type { ConnectedIdentity } from '../../../../contract/sign-in.ts'
import type { Queryable } from '../../../database/database.ts'
import { newId } from '../../../ids.ts'
import type { Member } from '../../../platform/http/caller.ts'
import { invalid, requireFound } from '../../../platform/http/refusals.ts'
import type { Settings } from '../../../platform/process/settings.ts'
import { lockPassword } from '../../accounts/queries.ts'
import { endSessions, identityOfSession } from '../../accounts/sessions.ts'
import { type CodeOwner, issueCode, requireCode, usedUp } from '../recovery/codes.ts'
import { forgetAccount } from './code-host-account.ts'
import type { Identity } from './protocol.ts'

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
  { providers }: Settings,
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
    provider: providerName(providers, issuer),
    email,
    date: connected_at === null ? null : new Date(connected_at).toISOString(),
    current: id === used,
  }))
}

function providerName(providers: Settings['providers'], issuer: string): string {
  const { href, host } = new URL(issuer)
  return providers.find((provider) => new URL(provider.issuer).href === href)?.name ?? host
}

/** Also ends the other sessions that were opened through it. */
export async function disconnectIdentity(
  trx: Queryable,
  { passwordSignIn }: Settings,
  member: Member,
  id: string,
): Promise<void> {
  // Of two requests that disconnect the last two, the second has to see the first.
  await lockPassword(trx, member.id)
  const identities = await trx
    .selectFrom('identities')
    .innerJoin('users', 'users.id', 'user_id')
    .select(['identities.id', 'issuer', 'password_hash', 'code_host_account'])
    .where('user_id', '=', member.id)
    .execute()
  const chosen = identities.find((identity) => identity.id === id)
  const { issuer, password_hash, code_host_account } = requireFound(chosen, IDENTITY_NOT_FOUND)
  if (identities.length === 1) {
    if (!passwordSignIn) throw invalid({ msg: 'This is your only way to sign in. Connect another one first' })
    if (password_hash === NO_PASSWORD) {
      throw invalid({ msg: 'This is your only way to sign in. Set a password first' })
    }
  }
  await trx.deleteFrom('identities').where('id', '=', id).execute()
  if (code_host_account?.startsWith(`${new URL(issuer).origin}/`)) await forgetAccount(trx, member.id)
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
export async function codeForIdentity(trx: Queryable, returned: Returned, secret: string): Promise<string> {
  const data: CodeData = { ...returned, secretHash: hash('sha256', secret) }
  return issueCode(trx, 'sign-in', { userId: null, email: null, data: JSON.stringify(data) })
}

/** `connect` names the member, and in its data the session, that adds the identity to the account. */
type Returned = { provider: string; identity: Identity; connect: CodeOwner | null }
type CodeData = Returned & { secretHash: string }

export async function requireReturned(
  db: Queryable,
  code: string,
  secret: string | undefined,
): Promise<Returned> {
  const { data } = await requireCode(db, 'sign-in', code)
  const { secretHash, ...returned } = JSON.parse(data ?? '') as CodeData
  if (secret === undefined || hash('sha256', secret) !== secretHash) throw usedUp()
  return returned
}
