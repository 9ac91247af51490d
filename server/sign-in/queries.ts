import type { Queryable } from '../database/database.ts'
import { issueCode } from '../recovery/codes.ts'
import type { Identity } from './provider.ts'

/** A one-time code with which the page gets its token, so that no token is ever part of an address. */
export async function codeForIdentity(trx: Queryable, identity: Identity): Promise<string> {
  return issueCode(trx, 'sign-in', { userId: null, email: null, data: JSON.stringify(identity) })
}

/** Whose account the identity belongs to. Issuer and subject decide, never the email. */
export async function findByIdentity(
  db: Queryable,
  { issuer, subject }: Identity,
): Promise<string | undefined> {
  const found = await db
    .selectFrom('identities')
    .select('user_id')
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst()
  return found?.user_id
}

export async function connectIdentity(
  trx: Queryable,
  { issuer, subject }: Identity,
  userId: string,
): Promise<void> {
  await trx
    .insertInto('identities')
    .values({ issuer, subject, user_id: userId })
    .onConflict((conflict) => conflict.columns(['issuer', 'subject']).doNothing())
    .execute()
}
