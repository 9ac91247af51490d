import { hash } from 'node:crypto'
import type { Queryable } from '../../database/database.ts'
import type { Identity } from './provider.ts'
import { issueCode, requireCode, usedUp } from './recovery/codes.ts'

/**
 * A one-time code with which the page gets its token, so that no token is ever part of an address. It works only
 * with the secret that the browser has kept. Otherwise a link with the code of a stranger would sign people in as
 * that stranger, or ask them to connect the stranger's identity with their account.
 */
export async function codeForIdentity(trx: Queryable, identity: Identity, secret: string): Promise<string> {
  const data: CodeData = { identity, secretHash: hash('sha256', secret) }
  return issueCode(trx, 'sign-in', { userId: null, email: null, data: JSON.stringify(data) })
}

type CodeData = { identity: Identity; secretHash: string }

/** Whom a code stands for, without using it up. */
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
