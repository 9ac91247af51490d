import { hash } from 'node:crypto'
import type { Context } from '../../../context.ts'
import type { Queryable } from '../../../database/database.ts'
import { isUniqueViolation } from '../../../database/faults.ts'
import { asId } from '../../../ids.ts'
import type { Serve } from '../../../platform/http/handler.ts'
import { originOf } from '../../../platform/http/origin.ts'
import { invalid, notFound, requireFound, tooMany } from '../../../platform/http/refusals.ts'
import { requireActive } from '../../accounts/active-member.ts'
import { countByAddress, RESET_REQUESTS } from '../../accounts/attempts.ts'
import { logAction } from '../../accounts/audit-log.ts'
import { PERSON_NOT_FOUND } from '../../accounts/members/queries.ts'
import { passwordHashes } from '../../accounts/passwords.ts'
import {
  emailKey,
  findUser,
  findUserByEmail,
  holdAccount,
  holdPassword,
  setEmail,
  setPassword,
} from '../../accounts/queries.ts'
import { requireUser, requireUserWithPassword, wrongPassword } from '../../accounts/require-user.ts'
import { requireRole } from '../../accounts/roles.ts'
import { openSession } from '../../accounts/sessions.ts'
import { refuseSuspended } from '../../accounts/suspension.ts'
import type { EndAccess } from '../provider/mails.ts'
import { emailTaken, findWaiting, waitingForApproval } from '../registrations/queries.ts'
import { endCodes, forgetExpiredCodes, issueCode, redeemCode, requireCode, usedUp } from './codes.ts'
import { recoveryMails } from './mails.ts'

const MAIL_SENT = 'If there is an account with this email, a link to set a new password is on its way'
const ASK_AN_ADMIN = 'This community does not send email. Ask an admin for a link to reset your password'

type Serves = { serve: Serve; servePassword: Serve }

export function recoveryRoutes(
  { serve, servePassword }: Serves,
  context: Context,
  endAccess: EndAccess,
): void {
  const { db, settings, maintenance, onRegistration } = context
  const { sendReset, sendConfirmation, notifyOldAddress } = recoveryMails(context)
  const hasMail = settings.smtpUrl !== undefined
  maintenance.add(() => forgetExpiredCodes(db))
  if (hasMail) {
    onRegistration.push(async (trx, { id, email, isConfirmed, address }) => {
      if (!isConfirmed) await sendConfirmation(trx, { userId: id, email }, address)
    })
  }

  const queue = async (send: (trx: Queryable) => Promise<number | undefined>) => {
    const retryAfter = await db.transaction(send)
    if (retryAfter !== undefined) throw tooMany(retryAfter)
  }

  // The job looks up the account, so that timing does not reveal it.
  servePassword('POST /api/auth/reset', async ({ body, request }) => {
    await countByAddress(context, RESET_REQUESTS, request.address)
    if (!hasMail) return { msg: ASK_AN_ADMIN }
    await queue((trx) => sendReset(trx, { email: body.email }))
    return { msg: MAIL_SENT }
  })

  servePassword('PUT /api/auth/reset', async ({ body, request }) => {
    await requireCode(db.kysely, 'reset', body.code)
    const passwordHash = await passwordHashes.hash(body.password, request.address)
    const token = await db.transaction(async (trx) => {
      const { userId: id, email } = await redeemCode(trx, 'reset', body.code)
      if (email !== null && (await findWaiting(trx, { email }))) throw waitingForApproval()
      if (id === null || !(await holdAccount(trx, id))) throw usedUp()
      await setPassword(trx, id, passwordHash)
      await endAccess(trx, id)
      return openSession(trx, id, request.headers['user-agent'])
    })
    return { token }
  })

  servePassword('POST /api/admin/members/:id/reset', async ({ member, params, request }) => {
    const id = requireFound(asId(params.id), PERSON_NOT_FOUND)
    const code = await db.transaction(async (trx) => {
      await requireRole(trx, member, 'admin')
      if (!(await holdAccount(trx, id))) throw notFound(PERSON_NOT_FOUND)
      await logAction(trx, { action: 'reset-link', by: member.id, to: id })
      return issueCode(trx, 'reset', { userId: id, email: null })
    })
    return { url: `${originOf(request.raw, settings)}/reset-password#${code}` }
  })

  serve('PUT /api/auth/email', async ({ member, body, request }) => {
    const { email, password } = body
    const user = await requireUserWithPassword(context, member.id, { password, address: request.address })
    const owner = await findUserByEmail(db.kysely, email)
    if (owner && owner.id !== member.id) throw emailTaken()
    if (hasMail) {
      const change = { userId: member.id, email, passwordMark: passwordMark(user.password_hash) }
      await queue(async (trx) => {
        await requireActive(trx, member.id)
        return sendConfirmation(trx, change, request.address)
      })
      return { msg: 'Check your new address for a confirmation link' }
    }
    await refuseTakenEmail(() =>
      db.transaction(async (trx) => {
        await requireActive(trx, member.id)
        // The password may have changed while it was verified.
        if (!(await holdPassword(trx, member.id, user.password_hash))) throw wrongPassword()
        await setEmail(trx, member.id, email, false)
      }),
    )
    return { msg: 'Email changed' }
  })

  serve('POST /api/auth/confirmation', async ({ member, request }) => {
    if (!hasMail) throw invalid({ msg: 'This community does not send email' })
    const user = await requireUser(db.kysely, member.id)
    await queue(async (trx) => {
      await requireActive(trx, member.id)
      return sendConfirmation(trx, { userId: user.id, email: user.email }, request.address)
    })
    return { msg: 'The link is on its way' }
  })

  serve('PUT /api/auth/confirmation', async ({ body }) => {
    await refuseTakenEmail(() =>
      db.transaction(async (trx) => {
        const { userId: id, email, data } = await redeemCode(trx, 'email', body.code)
        if (id === null || !(await holdAccount(trx, id))) return
        const user = await findUser(trx, id)
        if (!user || !email) return
        await refuseSuspended(trx, user.id)
        const isChange = emailKey(email) !== user.email_key
        if (isChange && data !== passwordMark(user.password_hash)) throw usedUp()
        await setEmail(trx, user.id, email, true)
        if (!isChange) return
        // Links to the old address must no longer open the account.
        await endCodes(trx, 'reset', user.id)
        await notifyOldAddress(trx, { email: user.email })
      }),
    )
    return { msg: 'Email confirmed' }
  })
}

/** A change of the password invalidates a confirmation that a thief has requested. */
const passwordMark = (passwordHash: string) => hash('sha256', passwordHash)

async function refuseTakenEmail(change: () => Promise<void>): Promise<void> {
  try {
    await change()
  } catch (error) {
    throw isUniqueViolation(error) ? emailTaken() : error
  }
}
