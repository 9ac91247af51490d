import type { Context } from '../../context.ts'
import type { Queryable } from '../../database/database.ts'
import { sendMessage } from '../../platform/mail/mailer.ts'
import type { Message } from '../../platform/mail/message.ts'
import type { Limit } from './attempts.ts'
import { countMail } from './mail-limits.ts'

// So few that a slow mail server holds few connections, and so many that it holds up few mails.
const AT_ONCE = 3

/**
 * Declares a kind of mail that accounts need, which is written when it is sent. Returns the function that queues one
 * within a transaction. If its recipient was sent too many, that returns the seconds to wait instead.
 */
export function defineMail<Payload extends { email: string }>(
  { settings, jobs }: Context,
  kind: string,
  limit: Limit,
  compose: (payload: Payload) => Promise<Message | undefined>,
): (trx: Queryable, payload: Payload) => Promise<number | undefined> {
  const add = jobs.define<Payload>(kind, {
    atOnce: AT_ONCE,
    async run(payload, job) {
      const message = await compose(payload)
      if (message) await sendMessage(settings, message, job.id)
    },
  })
  return async (trx, payload) => {
    const retryAfter = await countMail(trx, limit, payload.email)
    if (retryAfter === undefined) await add(trx, payload)
    return retryAfter
  }
}
