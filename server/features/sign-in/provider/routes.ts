import { email as emailField } from '../../../../contract/fields/fields.ts'
import { MAX_LENGTH } from '../../../../contract/limits.ts'
import type { Context } from '../../../context.ts'
import type { Queryable } from '../../../database/database.ts'
import { asId } from '../../../ids.ts'
import type { Serve } from '../../../platform/http/handler.ts'
import { originOf } from '../../../platform/http/origin.ts'
import { invalid, requireFound } from '../../../platform/http/refusals.ts'
import { requireActive } from '../../accounts/active-member.ts'
import { tryPassword } from '../../accounts/attempts.ts'
import { passwordHashes } from '../../accounts/passwords.ts'
import { findUserByEmail, holdPassword } from '../../accounts/queries.ts'
import { openSession } from '../../accounts/sessions.ts'
import { redeemCode } from '../recovery/codes.ts'
import { register } from '../register.ts'
import { deleteWaiting, findWaiting, pending, waitingForApproval } from '../registrations/queries.ts'
import { readSignInCookie } from './attempt-cookie.ts'
import {
  connectIdentity,
  disconnectIdentity,
  findConnected,
  holdConnected,
  IDENTITY_NOT_FOUND,
  listIdentities,
  NO_PASSWORD,
  requireIdentity,
} from './identities.ts'
import type { Identity } from './provider.ts'

export function providerRoutes(serve: Serve, context: Context): void {
  const { db, settings } = context

  serve('POST /api/auth/provider', async ({ body, request }) => {
    const isSecure = originOf(request.raw, settings).startsWith('https:')
    const secret = readSignInCookie(request.headers.cookie, isSecure)
    const identity = await requireIdentity(db.kysely, body.code, secret)
    const connected = await findConnected(db.kysely, identity)
    const email = connected ? undefined : requireEmail(identity)
    const owner = email === undefined ? undefined : await findUserByEmail(db.kysely, email)
    const isWaiting = email !== undefined && !owner && (await findWaiting(db.kysely, { ...identity, email }))
    if (isWaiting && !settings.oidc?.trusted) throw waitingForApproval()
    if (owner) {
      if (body.password === null) throw passwordNeeded()
      const isCorrect = await tryPassword(context, request.address, owner.email_key, () =>
        passwordHashes.verify(body.password ?? '', owner.password_hash, request.address),
      )
      if (!isCorrect) throw wrongCredentials()
    }
    const token = await db.transaction(async (trx) => {
      // The owner may have changed the password while it was being verified.
      if (owner && !(await holdPassword(trx, owner.id, owner.password_hash))) throw wrongCredentials()
      await redeemCode(trx, 'sign-in', body.code)
      const userId = connected?.user_id ?? owner?.id ?? (await registerIdentity(context, trx, identity))
      if (userId === undefined) return undefined
      const identityId = connected
        ? await holdConnected(trx, identity, userId)
        : await connectIdentity(trx, identity, userId)
      return openSession(trx, userId, request.headers['user-agent'], identityId)
    })
    return token === undefined ? pending() : { token }
  })

  serve('GET /api/auth/identities', ({ member }) => listIdentities(db.kysely, member, settings))

  serve('DELETE /api/auth/identities/:id', async ({ member, params }) => {
    const id = requireFound(asId(params.id), IDENTITY_NOT_FOUND)
    await db.transaction(async (trx) => {
      await requireActive(trx, member.id)
      await disconnectIdentity(trx, member, id)
    })
    return listIdentities(db.kysely, member, settings)
  })
}

const wrongCredentials = () => invalid({ msg: 'Invalid Credentials', field: 'password' })

const passwordNeeded = () =>
  invalid({ msg: 'This email already has an account. Enter its password to connect both', field: 'password' })

/** Anyone can claim an email that the provider does not vouch for. */
function requireEmail({ email, emailVerified }: Identity): string {
  const result = emailField().read(email)
  if ('msg' in result) throw invalid({ msg: 'The provider did not share your email, which is required' })
  if (!emailVerified) {
    throw invalid({ msg: 'The provider has not verified your email. Verify it there first' })
  }
  return result.value
}

/** Undefined if it waits for approval. */
async function registerIdentity(
  context: Context,
  trx: Queryable,
  identity: Identity,
): Promise<string | undefined> {
  const email = requireEmail(identity)
  const user = { name: nameOf(identity, email), email, passwordHash: NO_PASSWORD, isConfirmed: true }
  const needsNoApproval = context.settings.oidc?.trusted === true
  if (needsNoApproval) await deleteWaiting(trx, email)
  return register(context, trx, user, { identity, needsNoApproval })
}

function nameOf({ name }: Identity, email: string): string {
  const text = (name ?? email.split('@')[0] ?? '').toWellFormed().replaceAll('\0', '').trim()
  return [...text].slice(0, MAX_LENGTH.name).join('') || email
}
