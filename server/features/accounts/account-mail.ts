import { domainToASCII } from 'node:url'
import type { Context } from '../../context.ts'
import type { Queryable } from '../../database/database.ts'
import type { RunningJob } from '../../platform/jobs/jobs.ts'
import { sendMessage } from '../../platform/mail/mailer.ts'
import type { Message } from '../../platform/mail/message.ts'
import { countIn, type Limit } from './attempts.ts'

const HOUR = 60 * 60_000

export const LINK_MAILS: Limit = { kind: 'link-mails', max: 5, window: HOUR }
/** Counted separately, because a thief could request links until the notices stop. */
export const NOTICE_MAILS: Limit = { kind: 'notice-mails', max: 5, window: HOUR }
export const NOTIFICATION_MAILS: Limit = { kind: 'notification-mails', max: 20, window: HOUR }
export const REGISTRATION_MAILS: Limit = { kind: 'registration-mails', max: 1, window: HOUR }
/** Most servers deliver `ada+anything@example.com` to the mailbox of `ada`. */
const MAILBOX: Limit = { kind: 'mailbox', max: 50, window: HOUR }

export const MAILS_AT_ONCE = 3

/** Returns the seconds to wait, if any. */
type Count<Payload> = (trx: Queryable, payload: Payload) => Promise<number | undefined>

export function defineMail<Payload extends { email: string }>(
  { settings, jobs }: Context,
  kind: string,
  limit: Limit | Count<Payload>,
  compose: (payload: Payload, job: RunningJob) => Promise<Message | undefined>,
): (trx: Queryable, payload: Payload) => Promise<number | undefined> {
  const add = jobs.define<Payload>(kind, {
    atOnce: MAILS_AT_ONCE,
    async run(payload, job) {
      const message = await compose(payload, job)
      if (message) await sendMessage(settings, message, job.id)
    },
  })
  return async (trx, payload) => {
    const isLimit = typeof limit !== 'function'
    const retryAfter = isLimit ? await countMail(trx, limit, payload.email) : await limit(trx, payload)
    if (retryAfter === undefined) await add(trx, payload)
    return retryAfter
  }
}

export async function countMail(trx: Queryable, limit: Limit, email: string): Promise<number | undefined> {
  const address = deliveryAddress(email)
  return countIn(trx, [
    { limit, subject: address },
    { limit: MAILBOX, subject: address.replace(/\+.*@/, '@') },
  ])
}

/** Mail servers read capital letters, full-width letters and Punycode as the same address. */
function deliveryAddress(email: string): string {
  const at = email.lastIndexOf('@')
  const domain = email.slice(at + 1)
  const ascii = domainToASCII(domain).replace(/\.$/, '') || domain
  return `${email.slice(0, at)}@${ascii}`.normalize('NFKC').toLowerCase()
}
