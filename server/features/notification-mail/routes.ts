import type { App } from '../../context.ts'
import { notFound } from '../../platform/http/refusals.ts'
import { requireActive } from '../accounts/active-member.ts'
import { addPreferences, changePreferences, findPreferences } from '../notifications/mail-preferences.ts'
import { notificationJobs } from './jobs.ts'
import { unsubscribeRoutes } from './unsubscribe.ts'

export function addNotificationMail({ serve, server, admission, context }: App): void {
  const { db, settings, maintenance, onRegistration } = context
  const hasMail = settings.smtpUrl !== undefined
  const requireMail = () => {
    if (!hasMail) throw notFound('This community does not send email')
  }
  onRegistration.push((trx, { id }) => addPreferences(trx, id))
  if (hasMail) {
    const { addDueDigests } = notificationJobs(context)
    maintenance.add(addDueDigests)
    admission.addOpenRoutes(server, (scope) => unsubscribeRoutes(scope, context))
  }

  serve('GET /api/notifications/mail', ({ member }) => {
    requireMail()
    return findPreferences(db.kysely, member.id)
  })

  serve('PUT /api/notifications/mail', async ({ member, body }) => {
    requireMail()
    await db.transaction(async (trx) => {
      await requireActive(trx, member.id)
      await changePreferences(trx, member.id, body)
    })
    return findPreferences(db.kysely, member.id)
  })
}
