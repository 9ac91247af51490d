import type { Context } from '../../../context.ts'
import type { Queryable } from '../../../database/database.ts'
import { defineMail, NOTICE_MAILS } from '../../accounts/account-mail.ts'
import { findUser } from '../../accounts/queries.ts'
import { endSessions } from '../../accounts/sessions.ts'
import { findSiteSettings } from '../../site/site-settings.ts'
import { disconnectOthers } from './identities.ts'

export type EndAccess = (trx: Queryable, userId: string, usedIdentity?: string | null) => Promise<void>

/** A thief may hold any session or identity. The identity through which the password was changed stays. */
export function accessEnder(context: Context): EndAccess {
  const { db, settings } = context
  const sendNotice = defineMail<{ email: string }>(
    context,
    'mail about disconnected sign-ins',
    NOTICE_MAILS,
    async ({ email }) => {
      const { name } = await findSiteSettings(db.kysely)
      return {
        to: email,
        subject: `Your sign-in for ${name} was disconnected`,
        paragraphs: [
          `The password of your ${name} account was changed, so the accounts at other sites that could sign in to it ` +
            'were disconnected.',
          'To connect one again, sign in with it and enter your new password.',
          'If you did not change your password, reset it now.',
        ],
        link: { text: 'Reset your password', url: `${settings.publicUrl}/forgot-password` },
      }
    },
  )
  return async (trx, userId, usedIdentity = null) => {
    await endSessions(trx, userId)
    if ((await disconnectOthers(trx, userId, usedIdentity)) === 0) return
    const user = await findUser(trx, userId)
    if (user && settings.smtpUrl) await sendNotice(trx, { email: user.email })
  }
}
