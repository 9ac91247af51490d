import type { Context } from '../../../context.ts'
import type { Queryable } from '../../../database/database.ts'
import { defineMail, NOTICE_MAILS } from '../../accounts/account-mail.ts'
import { findUserByEmail, holdAccount } from '../../accounts/queries.ts'
import { findSiteSettings } from '../../site/site-settings.ts'
import { findWaiting } from '../registrations/queries.ts'
import { type CodeKind, type CodeOwner, issueCode } from './codes.ts'
import { mailBounds } from './mail-bounds.ts'

type Confirmation = {
  userId: string
  email: string
  passwordMark?: string
}

const EXPIRES =
  'This link expires in 30 minutes and works once. If you did not request it, you can ignore this email.'

/** The job creates the code, so that it is stored nowhere. */
export function recoveryMails(context: Context) {
  const { db, settings } = context
  const communityName = async () => (await findSiteSettings(db.kysely)).name
  const issue = (kind: CodeKind, userId: string, owner: Omit<CodeOwner, 'userId'>) =>
    db.transaction(async (trx) =>
      (await holdAccount(trx, userId)) ? issueCode(trx, kind, { userId, ...owner }) : undefined,
    )
  const bounds = mailBounds(context)

  const sendReset = defineMail<{ email: string }>(
    context,
    'mail a password reset',
    bounds.countRecipient,
    async ({ email }, { isFirstAttempt }) => {
      const user = await findUserByEmail(db.kysely, email)
      if (!user && !(await findWaiting(db.kysely, { email }))) return
      if (isFirstAttempt && (await db.transaction(bounds.countReset)) !== undefined) return
      const code = user
        ? await issue('reset', user.id, { email: null })
        : await db.transaction((trx) => issueCode(trx, 'reset', { userId: null, email }))
      if (!code) return
      const community = await communityName()
      return {
        to: user?.email ?? email,
        subject: `Set a new password for ${community}`,
        paragraphs: [`We received a request to reset the password of your ${community} account.`, EXPIRES],
        link: { text: 'Set a new password', url: `${settings.publicUrl}/reset-password#${code}` },
      }
    },
  )

  const queueConfirmation = defineMail<Confirmation>(
    context,
    'mail a confirmation',
    bounds.countConfirmation,
    async ({ userId, email, passwordMark }) => {
      const code = await issue('email', userId, { email, data: passwordMark })
      if (!code) return
      const community = await communityName()
      return {
        to: email,
        subject: `Confirm your email for ${community}`,
        paragraphs: [`Please confirm that this is the email address of your ${community} account.`, EXPIRES],
        link: { text: 'Confirm your email', url: `${settings.publicUrl}/confirm-email#${code}` },
      }
    },
  )

  const sendConfirmation = async (trx: Queryable, confirmation: Confirmation, address?: string) =>
    (await bounds.countAddress(trx, address)) ?? queueConfirmation(trx, confirmation)

  const notifyOldAddress = defineMail<{ email: string }>(
    context,
    'mail about a changed email',
    NOTICE_MAILS,
    async ({ email }) => {
      const community = await communityName()
      return {
        to: email,
        subject: `Your email for ${community} was changed`,
        paragraphs: [
          `The email of your ${community} account was changed, and this address is no longer connected to it.`,
          'If you did not make this change, please contact an admin of the community.',
        ],
      }
    },
  )

  return { sendReset, sendConfirmation, notifyOldAddress }
}
