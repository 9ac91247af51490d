import { NOTIFICATION_KINDS } from '../../../contract/limits.ts'
import type { Context } from '../../context.ts'
import { BATCH } from '../../database/batches.ts'
import type { Queryable } from '../../database/database.ts'
import { idAt, newId } from '../../ids.ts'
import type { RunningJob } from '../../platform/jobs/jobs.ts'
import { after } from '../../platform/jobs/queries.ts'
import { sendMessage } from '../../platform/mail/mailer.ts'
import { countMail, MAILS_AT_ONCE, NOTIFICATION_MAILS, REGISTRATION_MAILS } from '../accounts/account-mail.ts'
import { findOrCreateMailToken, findPreferences } from '../notifications/mail-preferences.ts'
import { isMonday, nextMorning } from '../notifications/morning.ts'
import { MAIL_JOB, type MailJob } from '../notifications/notify.ts'
import { findSiteSettings } from '../site/site-settings.ts'
import { digestMail, notificationMail } from './mails.ts'
import { findForDigest, findUnread } from './notifications.ts'
import { postFinder } from './posts.ts'
import { type MailTopic, unsubscribeAddress } from './unsubscribe.ts'

const DAY = 24 * 60 * 60_000

/** Members who used the page recently have seen the notification. */
const AWAY = 5 * 60_000

export function notificationJobs(context: Context) {
  const { db, settings, jobs } = context
  const posts = postFinder(context)

  const detailsFor = async (userId: string, topic: MailTopic) => {
    const token = await db.transaction((trx) => findOrCreateMailToken(trx, userId))
    const publicUrl = settings.publicUrl ?? ''
    const { name: community } = await findSiteSettings(db.kysely)
    return { community, publicUrl, unsubscribe: unsubscribeAddress(publicUrl, token, topic) }
  }

  /** Undefined if the recipient was just on the page; the job is repeated later. */
  const findAbsentRecipient = async (
    userId: string,
    job: RunningJob,
    repeat: (trx: Queryable, at: number) => Promise<unknown>,
  ) => {
    const recipient = await findRecipient(db.kysely, userId)
    if (!recipient || recipient.seenAt + AWAY <= Date.now()) return recipient
    await db.transaction(async (trx) => {
      await job.finish(trx)
      await repeat(trx, recipient.seenAt + AWAY)
    })
    return undefined
  }

  const sendLater = jobs.define<MailJob>(MAIL_JOB, {
    atOnce: MAILS_AT_ONCE,
    async run(payload, job) {
      const { userId, id } = payload
      const preferences = await findPreferences(db.kysely, userId)
      const notification = await findUnread(context, userId, id)
      if (!notification || preferences[notification.kind] !== 'at-once') return
      const recipient = await findAbsentRecipient(userId, job, (trx, at) => sendLater(trx, payload, at))
      if (!recipient) return
      if (job.isFirstAttempt) {
        const isAboutRegistrations = notification.kind === 'moderation' && notification.post === null
        const limit = isAboutRegistrations ? REGISTRATION_MAILS : NOTIFICATION_MAILS
        const retryAfter = await db.transaction(async (trx) => {
          const seconds = await countMail(trx, limit, recipient.email)
          if (seconds !== undefined && isAboutRegistrations) {
            await job.finish(trx)
            await sendLater(trx, payload, after(trx, seconds * 1_000))
          }
          return seconds
        })
        if (retryAfter !== undefined) return
      }
      const details = await detailsFor(userId, notification.kind)
      await sendMessage(settings, notificationMail(recipient.email, notification, details), job.id)
    },
  })

  const digestLater = jobs.define<{ userId: string }>('mail a digest', {
    atOnce: MAILS_AT_ONCE,
    async run(payload, job) {
      const { userId } = payload
      const recipient = await findAbsentRecipient(userId, job, (trx, at) => digestLater(trx, payload, at))
      if (!recipient) return
      const preferences = await findPreferences(db.kysely, userId)
      const row = await db.kysely
        .selectFrom('mail_preferences')
        .select('digested_id')
        .where('user_id', '=', userId)
        .executeTakeFirst()
      const upTo = newId()
      const last = row?.digested_id ?? null
      const kinds = NOTIFICATION_KINDS.filter((kind) => preferences[kind] === 'daily')
      const notifications = await findForDigest(context, userId, kinds, last)
      const wantsPosts = preferences.digest === 'daily'
      const questions = wantsPosts ? await posts.questions(userId, last ?? idAt(Date.now() - DAY)) : []
      const hasNews = notifications.length > 0 || questions.length > 0
      // Discussions alone are sent once a week.
      const discussed =
        wantsPosts && (hasNews || isMonday(Date.now(), preferences.timeZone))
          ? await posts.discussed(userId)
          : []
      if (hasNews || discussed.length > 0) {
        const details = await detailsFor(userId, 'digest')
        const message = digestMail(recipient.email, { notifications, questions, discussed }, details)
        await sendMessage(settings, message, job.id)
      }
      await db.transaction((trx) =>
        trx
          .updateTable('mail_preferences')
          .set({ digested_id: upTo })
          .where('user_id', '=', userId)
          .execute(),
      )
    },
  })

  const addDueDigests = async (now = Date.now()): Promise<void> => {
    for (;;) {
      const due = await db.kysely
        .selectFrom('mail_preferences')
        .select(['user_id', 'time_zone', 'digest_at'])
        .where('digest_at', '<=', now)
        .orderBy('digest_at')
        .limit(BATCH)
        .execute()
      await db.transaction(async (trx) => {
        for (const { user_id, time_zone, digest_at } of due) {
          const { numUpdatedRows } = await trx
            .updateTable('mail_preferences')
            .set({ digest_at: nextMorning(now, time_zone) })
            .where('user_id', '=', user_id)
            .where('digest_at', '=', digest_at)
            .executeTakeFirst()
          if (numUpdatedRows > 0n && Number(digest_at) > 0) await digestLater(trx, { userId: user_id })
        }
      })
      if (due.length < BATCH) return
    }
  }

  return { addDueDigests }
}

async function findRecipient(db: Queryable, userId: string) {
  const user = await db
    .selectFrom('users')
    .select('email')
    .where('id', '=', userId)
    .where('email', '!=', '')
    // Anyone can register with an email of somebody else.
    .where('email_confirmed', '=', 1)
    .where('suspended_until', 'is', null)
    .executeTakeFirst()
  if (!user) return undefined
  const { seen } = await db
    .selectFrom('sessions')
    .select((select) => select.fn.max('last_used_at').as('seen'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return { ...user, seenAt: Number(seen ?? 0) }
}
