import { email as emailField } from '../../../../contract/fields/fields.ts'
import { MAX_LENGTH } from '../../../../contract/limits.ts'
import { ProviderAddress } from '../../../../contract/sign-in.ts'
import type { Context } from '../../../context.ts'
import type { Queryable } from '../../../database/database.ts'
import { asId } from '../../../ids.ts'
import { CachedResponse, JSON_HEADERS, toJson } from '../../../platform/cache/cached-response.ts'
import type { Serve } from '../../../platform/http/handler.ts'
import { originOf } from '../../../platform/http/origin.ts'
import { invalid, Refusal, requireFound } from '../../../platform/http/refusals.ts'
import type { ProviderSettings } from '../../../platform/process/provider-settings.ts'
import { requireActive } from '../../accounts/active-member.ts'
import { countByAddress, PROVIDER_SIGN_INS, tryPassword } from '../../accounts/attempts.ts'
import { passwordHashes } from '../../accounts/passwords.ts'
import { findUserByEmail, holdAccount, holdPassword } from '../../accounts/queries.ts'
import { endSession, openSession } from '../../accounts/sessions.ts'
import { redeemOptionalInvitation } from '../invitations/queries.ts'
import { type CodeOwner, issueCode, redeemCode, usedUp } from '../recovery/codes.ts'
import { register } from '../register.ts'
import { deleteWaiting, findWaiting, pending, waitingForApproval } from '../registrations/queries.ts'
import { makeFirstAdmin, requireFirstAdmin } from '../setup.ts'
import { attemptCookie, readSignInCookie } from './attempt-cookie.ts'
import { proveAccount } from './code-host-account.ts'
import {
  connectIdentity,
  disconnectIdentity,
  findConnected,
  holdConnected,
  IDENTITY_NOT_FOUND,
  listIdentities,
  NO_PASSWORD,
  requireReturned,
} from './identities.ts'
import type { Identity } from './protocol.ts'
import type { Providers } from './provider.ts'

export function providerRoutes(serve: Serve, context: Context, providers: Providers): void {
  const { db, settings, logger } = context

  serve('POST /api/auth/provider', async ({ body, request }) => {
    const isSecure = originOf(request.raw, settings).startsWith('https:')
    const secret = readSignInCookie(request.headers.cookie, isSecure)
    const { provider: id, identity, connect } = await requireReturned(db.kysely, body.code, secret)
    const provider = providers.get(id)?.settings
    if (!provider) throw usedUp()
    const connected = await findConnected(db.kysely, identity)
    if (connect && connected && connected.user_id !== connect.userId) throw connectedElsewhere(provider)
    const email = connected || connect ? undefined : requireEmail(identity)
    const owner = email === undefined ? undefined : await findUserByEmail(db.kysely, email)
    const isWaiting = email !== undefined && !owner && (await findWaiting(db.kysely, { ...identity, email }))
    if (isWaiting && !provider.trusted && body.setup === null) throw waitingForApproval()
    if (owner) {
      if (provider.kind === 'github' || !settings.passwordSignIn) throw connectFirst(provider)
      if (body.password === null) throw passwordNeeded()
      const isCorrect = await tryPassword(context, request.address, owner.email_key, () =>
        passwordHashes.verify(body.password ?? '', owner.password_hash, request.address),
      )
      if (!isCorrect) throw wrongCredentials()
    }
    const token = await db.transaction(async (trx) => {
      if (body.setup !== null) await requireFirstAdmin(trx, body.setup)
      // The owner may have changed the password while it was being verified.
      if (owner && !(await holdPassword(trx, owner.id, owner.password_hash))) throw wrongCredentials()
      await redeemCode(trx, 'sign-in', body.code)
      if (connect) await endConnecting(trx, connect)
      const userId =
        connected?.user_id ??
        connect?.userId ??
        owner?.id ??
        (await registerIdentity(context, trx, { identity, provider, ...body }))
      if (userId === undefined) return undefined
      const identityId = connected
        ? await holdConnected(trx, identity, userId)
        : await connectIdentity(trx, identity, userId)
      if (body.setup !== null) await makeFirstAdmin(trx, userId)
      if (identity.account !== undefined) await proveAccount(trx, userId, identity.account)
      const claim = identity.role && { role: identity.role, by: provider.name }
      return openSession(trx, userId, request.headers['user-agent'], { identityId, claim })
    })
    return token === undefined ? pending() : { token }
  })

  serve('GET /api/auth/identities', ({ member }) => listIdentities(db.kysely, member, settings))

  serve('POST /api/auth/identities', async ({ member, body, request }) => {
    const provider = requireFound(providers.get(body.provider), 'Sign-in provider not found')
    await countByAddress(context, PROVIDER_SIGN_INS, request.address)
    const origin = originOf(request.raw, settings)
    const { url, attempt } = await provider.begin(origin).catch((error) => {
      logger.warn({ err: error, provider: body.provider }, 'a sign-in through the provider failed')
      throw new Refusal(502, [{ msg: `${provider.settings.name} is not responding` }])
    })
    const connect = await db.transaction(async (trx) => {
      await requireActive(trx, member.id)
      return issueCode(trx, 'connect', { userId: member.id, email: null, data: member.sessionId })
    })
    const cookie = attemptCookie(
      { ...attempt, provider: body.provider, connect },
      origin.startsWith('https:'),
    )
    return new CachedResponse({
      body: toJson(ProviderAddress, { url: url.href }),
      headers: { ...JSON_HEADERS, 'set-cookie': cookie },
    })
  })

  serve('DELETE /api/auth/identities/:id', async ({ member, params }) => {
    const id = requireFound(asId(params.id), IDENTITY_NOT_FOUND)
    await db.transaction(async (trx) => {
      await requireActive(trx, member.id)
      await disconnectIdentity(trx, settings, member, id)
    })
    return listIdentities(db.kysely, member, settings)
  })
}

const connectFirst = ({ name }: ProviderSettings) =>
  invalid({ msg: `Connect ${name} in your settings first` })

const connectedElsewhere = ({ name }: ProviderSettings) =>
  invalid({ msg: `This account at ${name} is connected with another member` })

/** The new session replaces the one that asked for it. */
async function endConnecting(trx: Queryable, { userId, data }: CodeOwner): Promise<void> {
  if (userId === null || !(await holdAccount(trx, userId))) throw usedUp()
  if (!(await endSession(trx, userId, data ?? ''))) throw usedUp()
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

type NewMember = {
  identity: Identity
  provider: ProviderSettings
  invitation: string | null
  setup: string | null
}

/** Undefined if it waits for approval. */
async function registerIdentity(
  context: Context,
  trx: Queryable,
  { identity, provider, invitation, setup }: NewMember,
): Promise<string | undefined> {
  const email = requireEmail(identity)
  const invitedBy = await redeemOptionalInvitation(trx, invitation)
  const user = {
    name: nameOf(identity, email),
    email,
    passwordHash: NO_PASSWORD,
    invitedBy,
    isConfirmed: true,
  }
  const needsNoApproval = provider.trusted || setup !== null || invitedBy !== null
  if (provider.trusted || setup !== null) await deleteWaiting(trx, email)
  return register(context, trx, user, { identity, needsNoApproval })
}

function nameOf({ name }: Identity, email: string): string {
  const text = (name ?? email.split('@')[0] ?? '').toWellFormed().replaceAll('\0', '').trim()
  return [...text].slice(0, MAX_LENGTH.name).join('') || email
}
