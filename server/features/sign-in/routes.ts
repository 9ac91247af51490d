import type { FastifyInstance, HTTPMethods } from 'fastify'
import type { App } from '../../context.ts'
import type { Serve } from '../../platform/http/handler.ts'
import { badToken, invalid, notFound } from '../../platform/http/refusals.ts'
import { requireActive } from '../accounts/active-member.ts'
import { countByAddress, REGISTRATIONS, tryPassword } from '../accounts/attempts.ts'
import { passwordHashes } from '../accounts/passwords.ts'
import { emailKey, findUser, findUserByEmail, holdPassword, setPassword } from '../accounts/queries.ts'
import { requireUserWithPassword, wrongPassword } from '../accounts/require-user.ts'
import { endOldestSessions, endSession, identityOfSession, openSession } from '../accounts/sessions.ts'
import { redeemInvitation, requireInvitation } from './invitations/queries.ts'
import { invitationRoutes } from './invitations/routes.ts'
import { accessEnder } from './provider/mails.ts'
import { createProviders } from './provider/provider.ts'
import { signInRedirects } from './provider/redirects.ts'
import { providerRoutes } from './provider/routes.ts'
import { recoveryRoutes } from './recovery/routes.ts'
import { register } from './register.ts'
import { findWaiting, pending, waitingForApproval } from './registrations/queries.ts'
import { registrationRoutes } from './registrations/routes.ts'
import { setupRoutes } from './setup.ts'

const wrongCredentials = () => invalid({ msg: 'Invalid Credentials' })

export function addSignIn({ serve, server, context }: App): void {
  const { db, settings } = context
  const endAccess = accessEnder(context)
  const providers = createProviders(settings)
  const servePassword = settings.passwordSignIn ? serve : refusing(server)
  recoveryRoutes({ serve, servePassword }, context, endAccess)
  providerRoutes(serve, context, providers)
  signInRedirects(server, context, providers)
  invitationRoutes(serve, context)
  setupRoutes(servePassword, context)
  registrationRoutes(serve, context)

  servePassword('POST /api/auth', async ({ body, request }) => {
    const { email } = body
    const user = await findUserByEmail(db.kysely, email)
    const waiting = user ? undefined : await findWaiting(db.kysely, { email })
    const stored = user ?? waiting
    const isCorrect = await tryPassword(context, request.address, emailKey(email), () =>
      passwordHashes.verify(body.password, stored?.password_hash, request.address),
    )
    if (isCorrect && waiting) throw waitingForApproval()
    if (!user || !isCorrect) throw wrongCredentials()
    const token = await db.transaction(async (trx) => {
      // The password may have changed while it was verified.
      if (!(await holdPassword(trx, user.id, user.password_hash))) throw wrongCredentials()
      const opened = await openSession(trx, user.id, request.headers['user-agent'])
      await endOldestSessions(trx, user.id)
      return opened
    })
    return { token }
  })

  serve('DELETE /api/auth', async ({ member }) => {
    await db.transaction((trx) => endSession(trx, member.id, member.sessionId))
    return { msg: 'Logged out' }
  })

  servePassword('PUT /api/auth/password', async ({ member, body, request }) => {
    const { password, newPassword } = body
    const user = await requireUserWithPassword(context, member.id, { password, address: request.address })
    const passwordHash = await passwordHashes.hash(newPassword, request.address)
    const token = await db.transaction(async (trx) => {
      await requireActive(trx, member.id)
      if (!(await holdPassword(trx, member.id, user.password_hash))) {
        throw (await findUser(trx, member.id)) ? wrongPassword() : badToken()
      }
      await setPassword(trx, member.id, passwordHash)
      const identityId = await identityOfSession(trx, member.sessionId)
      await endAccess(trx, member.id, identityId)
      return openSession(trx, member.id, request.headers['user-agent'], { identityId })
    })
    return { token }
  })

  servePassword('POST /api/users', async ({ body, request }) => {
    await countByAddress(context, REGISTRATIONS, request.address)
    await requireInvitation(db.kysely, body.invitation)
    const passwordHash = await passwordHashes.hash(body.password, request.address)
    const token = await db.transaction(async (trx) => {
      const invitedBy = await redeemInvitation(trx, body.invitation)
      const { name, email, note } = body
      const user = { name, email, passwordHash, invitedBy, address: request.address }
      const id = await register(context, trx, user, { note, needsNoApproval: invitedBy !== null })
      return id && openSession(trx, id, request.headers['user-agent'])
    })
    return token === undefined ? pending() : { token }
  })
}

/** Serves calls as if they did not exist. */
function refusing(server: FastifyInstance): Serve {
  const refuse = async () => {
    throw notFound('Not found')
  }
  return (name) => {
    const [method, url] = name.split(' ') as [HTTPMethods, string]
    // Before the body is read, as no body could make the request valid.
    server.route({ method, url, onRequest: refuse, handler: refuse })
  }
}
