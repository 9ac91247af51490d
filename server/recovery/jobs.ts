import { findUserByEmail } from '../accounts/queries.ts'
import type { Context } from '../context.ts'
import { sendMessage } from '../mail/mailer.ts'
import { findSiteSettings } from '../site/site-settings.ts'
import { issueCode } from './codes.ts'
import { confirmationMail, emailChangedMail, resetMail } from './mails.ts'

// So few that a slow mail server holds few connections, and so many that it holds up few mails.
const AT_ONCE = 3

type Confirmation = {
  userId: string
  email: string
  /** Given for a new address, see `passwordMark`. */
  passwordMark?: string
}

/** The mails that accounts need. A code is made when its mail is sent, so that it is stored nowhere. */
export function recoveryJobs({ db, settings, jobs }: Context) {
  const communityName = async () => (await findSiteSettings(db.kysely)).name

  const sendReset = jobs.define<{ email: string }>('mail a password reset', {
    atOnce: AT_ONCE,
    async run({ email }, job) {
      const user = await findUserByEmail(db.kysely, email)
      if (!user) return
      const code = await db.transaction((trx) => issueCode(trx, 'reset', { userId: user.id, email: null }))
      const url = `${settings.publicUrl}/reset-password#${code}`
      await sendMessage(settings, resetMail(user.email, { community: await communityName(), url }), job.id)
    },
  })

  const sendConfirmation = jobs.define<Confirmation>('mail a confirmation', {
    atOnce: AT_ONCE,
    async run({ userId, email, passwordMark }, job) {
      const code = await db.transaction((trx) =>
        issueCode(trx, 'email', { userId, email, data: passwordMark }),
      )
      const url = `${settings.publicUrl}/confirm-email#${code}`
      await sendMessage(settings, confirmationMail(email, { community: await communityName(), url }), job.id)
    },
  })

  const tellOldAddress = jobs.define<{ email: string }>('mail about a changed email', {
    atOnce: AT_ONCE,
    async run({ email }, job) {
      await sendMessage(settings, emailChangedMail(email, await communityName()), job.id)
    },
  })

  return { sendReset, sendConfirmation, tellOldAddress }
}
