import type { Context } from '../../context.ts'
import { asId } from '../../ids.ts'
import type { Serve } from '../../platform/http/handler.ts'
import { badToken, invalid, requireFound } from '../../platform/http/refusals.ts'
import { requireActive } from './active-member.ts'
import { forgetOldAttempts, tryPassword } from './attempts.ts'
import { emailKey } from './avatars.ts'
import { closeAccount, deleteClosedAccount, finishDeletions } from './deletion.ts'
import { giveHandles } from './handles.ts'
import { passwordHashes } from './passwords.ts'
import { findUser, findUserByEmail, holdPassword, setPassword } from './queries.ts'
import { requireUserWithPassword, wrongPassword } from './require-user.ts'
import {
  endAccess,
  endOldestSessions,
  endSession,
  forgetExpiredSessions,
  identityOfSession,
  listSessions,
  openSession,
} from './sessions.ts'

const wrongCredentials = () => invalid({ msg: 'Invalid Credentials' })

export function accountRoutes(serve: Serve, context: Context): void {
  const { db, maintenance, gauges } = context
  gauges.push({
    name: 'password_hashes_waiting',
    help: 'Passwords waiting to be hashed',
    read: () => passwordHashes.waiting,
  })
  maintenance.add(
    () => finishDeletions(context),
    () => forgetExpiredSessions(db),
    () => forgetOldAttempts(db),
    () => giveHandles(db),
  )

  serve('POST /api/auth', async ({ body, request }) => {
    const user = await findUserByEmail(db.kysely, body.email)
    const isCorrect = await tryPassword(context, request.address, emailKey(body.email), () =>
      passwordHashes.verify(body.password, user?.password_hash, request.address),
    )
    if (!user || !isCorrect) throw wrongCredentials()
    const token = await db.transaction(async (trx) => {
      // The password may have changed while it was being verified.
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

  serve('PUT /api/auth/password', async ({ member, body, request }) => {
    const { password, newPassword } = body
    const user = await requireUserWithPassword(context, member.id, { password, address: request.address })
    const passwordHash = await passwordHashes.hash(newPassword, request.address)
    const token = await db.transaction(async (trx) => {
      await requireActive(trx, member.id)
      if (!(await holdPassword(trx, member.id, user.password_hash))) {
        throw (await findUser(trx, member.id)) ? wrongPassword() : badToken()
      }
      await setPassword(trx, member.id, passwordHash)
      const identity = await identityOfSession(trx, member.sessionId)
      await endAccess(context, trx, member.id, identity)
      return openSession(trx, member.id, request.headers['user-agent'], identity)
    })
    return { token }
  })

  serve('GET /api/auth/sessions', ({ member }) => listSessions(db.kysely, member))

  serve('DELETE /api/auth/sessions/:id', async ({ member, params }) => {
    const id = requireFound(asId(params.id), 'Session not found')
    const ended = await db.transaction(async (trx) => {
      await requireActive(trx, member.id)
      return endSession(trx, member.id, id)
    })
    requireFound(ended || undefined, 'Session not found')
    return listSessions(db.kysely, member)
  })

  serve('DELETE /api/profile', async ({ member }) => {
    await closeAccount(db, member.id)
    await deleteClosedAccount(context, member.id)
    return { msg: 'User deleted' }
  })
}
