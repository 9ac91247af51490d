import type { Context } from '../../../context.ts'
import { defineMail } from '../../accounts/account-mail.ts'
import { LINK_MAILS, NOTICE_MAILS } from '../../accounts/mail-limits.ts'
import { findUserByEmail, holdAccount } from '../../accounts/queries.ts'
import { findSiteSettings } from '../../site/site-settings.ts'
import { type CodeKind, type CodeOwner, issueCode } from './codes.ts'
import { confirmationMail, emailChangedMail, resetMail } from './mails.ts'

type Confirmation = {
  userId: string
  email: string
  /** Given for a new address, see `passwordMark`. */
  passwordMark?: string
}

/** The mails that accounts need. A code is made when its mail is sent, so that it is stored nowhere. */
export function recoveryJobs(context: Context) {
  const { db, settings } = context
  const communityName = async () => (await findSiteSettings(db.kysely)).name
  const issue = (kind: CodeKind, userId: string, owner: Omit<CodeOwner, 'userId'>) =>
    db.transaction(async (trx) =>
      (await holdAccount(trx, userId)) ? issueCode(trx, kind, { userId, ...owner }) : undefined,
    )

  const sendReset = defineMail<{ email: string }>(
    context,
    'mail a password reset',
    LINK_MAILS,
    async ({ email }) => {
      const user = await findUserByEmail(db.kysely, email)
      const code = user && (await issue('reset', user.id, { email: null }))
      if (!code) return
      const url = `${settings.publicUrl}/reset-password#${code}`
      return resetMail(user.email, { community: await communityName(), url })
    },
  )

  const sendConfirmation = defineMail<Confirmation>(
    context,
    'mail a confirmation',
    LINK_MAILS,
    async ({ userId, email, passwordMark }) => {
      const code = await issue('email', userId, { email, data: passwordMark })
      if (!code) return
      const url = `${settings.publicUrl}/confirm-email#${code}`
      return confirmationMail(email, { community: await communityName(), url })
    },
  )

  const tellOldAddress = defineMail<{ email: string }>(
    context,
    'mail about a changed email',
    NOTICE_MAILS,
    async ({ email }) => emailChangedMail(email, await communityName()),
  )

  return { sendReset, sendConfirmation, tellOldAddress }
}
