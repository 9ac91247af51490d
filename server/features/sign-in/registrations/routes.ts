import { WaitingRegistration } from '../../../../contract/sign-in.ts'
import type { Context } from '../../../context.ts'
import { asId, dateOfId } from '../../../ids.ts'
import type { Serve } from '../../../platform/http/handler.ts'
import { pageContent, pageResponse } from '../../../platform/http/paging.ts'
import { requireFound } from '../../../platform/http/refusals.ts'
import { defineMail, NOTICE_MAILS } from '../../accounts/account-mail.ts'
import { logAction } from '../../accounts/audit-log.ts'
import { findMember, MEMBER_NOT_FOUND, presentMember } from '../../accounts/members/queries.ts'
import { requireRole } from '../../accounts/roles.ts'
import { findSiteSettings } from '../../site/site-settings.ts'
import { connectIdentity } from '../provider/identities.ts'
import { registerUser } from '../register.ts'
import {
  forgetOldRegistrations,
  listRegistrations,
  REGISTRATION_NOT_FOUND,
  takeRegistration,
} from './queries.ts'

export function registrationRoutes(serve: Serve, context: Context): void {
  const { db, settings, maintenance } = context
  maintenance.add(() => forgetOldRegistrations(db))
  const sendWelcome = defineMail<{ email: string }>(
    context,
    'mail about an approved registration',
    NOTICE_MAILS,
    async ({ email }) => {
      const { name } = await findSiteSettings(db.kysely)
      return {
        to: email,
        subject: `Welcome to ${name}`,
        paragraphs: [`Your registration at ${name} was approved. You can sign in now.`],
        link: { text: 'Sign in', url: `${settings.publicUrl}/login` },
      }
    },
  )

  serve('GET /api/admin/registrations', async ({ page }) => {
    const content = pageContent(
      await listRegistrations(db.kysely, page),
      page.limit,
      ({ id, ...row }): WaitingRegistration => ({ _id: id, ...row, date: dateOfId(id) }),
      ({ id }) => id,
    )
    return pageResponse(WaitingRegistration, content, '/api/admin/registrations', page.limit)
  })

  serve('PUT /api/admin/registrations/:id', async ({ member, params }) => {
    const id = requireFound(asId(params.id), REGISTRATION_NOT_FOUND)
    return db.transaction(async (trx) => {
      await requireRole(trx, member, 'moderator')
      const row = requireFound(await takeRegistration(trx, id), REGISTRATION_NOT_FOUND)
      const { name, email, issuer, subject, password_hash: passwordHash, agreed_at: agreedAt } = row
      const isConfirmed = issuer !== null
      await registerUser(context, trx, { id, name, email, passwordHash, agreedAt, isConfirmed })
      if (issuer !== null && subject !== null) await connectIdentity(trx, { issuer, subject, email }, id)
      await logAction(trx, { action: 'registration', by: member.id, to: id, details: 'Approved' })
      if (settings.smtpUrl) await sendWelcome(trx, { email })
      return presentMember(requireFound(await findMember(trx, id), MEMBER_NOT_FOUND))
    })
  })

  serve('DELETE /api/admin/registrations/:id', async ({ member, params }) => {
    const id = requireFound(asId(params.id), REGISTRATION_NOT_FOUND)
    await db.transaction(async (trx) => {
      await requireRole(trx, member, 'moderator')
      requireFound(await takeRegistration(trx, id), REGISTRATION_NOT_FOUND)
      await logAction(trx, { action: 'registration', by: member.id, details: 'Declined' })
    })
    return { msg: 'Registration declined' }
  })
}
