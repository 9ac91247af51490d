import type { Context } from '../../../context.ts'
import type { Queryable } from '../../../database/database.ts'
import { addressGroup } from '../../../platform/http/client-address.ts'
import { countMail, LINK_MAILS } from '../../accounts/account-mail.ts'
import { addToCounter, countIn, type Limit } from '../../accounts/attempts.ts'
import { logAction } from '../../accounts/audit-log.ts'

const HOUR = 60 * 60_000
const DAY = 24 * HOUR

const BY_ADDRESS: Limit = { kind: 'confirmation-address', max: 50, window: HOUR }
const LOGGED: Limit = { kind: 'logged-mail-limit', max: 1, window: DAY }

const REACHED = {
  day: 'As many mails with links were sent in a day as MAIL_LIMIT allows; half of them are left to resets',
  recipient: `${LINK_MAILS.max} mails with links were sent to one recipient in an hour`,
  address: `${BY_ADDRESS.max} confirmations were requested from one address in an hour`,
}

/** Returns the seconds to wait, if any. Reached bounds are logged once a day. */
export function mailBounds({ settings }: Context) {
  const { mailLimit, rateLimit } = settings
  const ofAll: Limit = { kind: 'all-link-mails', max: mailLimit, window: DAY }
  const ofConfirmations: Limit = { kind: 'all-confirmations', max: Math.floor(mailLimit / 2), window: DAY }

  const logged = async (trx: Queryable, bound: keyof typeof REACHED, retryAfter: number | undefined) => {
    if (retryAfter === undefined) return undefined
    const counter = { limit: LOGGED, subject: bound }
    const { count } = await addToCounter(trx, counter, 1, Date.now()).executeTakeFirstOrThrow()
    if (count === 1) await logAction(trx, { action: 'mail-limit', by: null, details: REACHED[bound] })
    return retryAfter
  }

  const countRecipient = async (trx: Queryable, { email }: { email: string }) =>
    logged(trx, 'recipient', await countMail(trx, LINK_MAILS, email))

  const countDay = async (trx: Queryable, ...limits: Limit[]) =>
    logged(
      trx,
      'day',
      await countIn(
        trx,
        limits.map((limit) => ({ limit, subject: '' })),
      ),
    )

  return {
    countRecipient,

    countReset: (trx: Queryable) => countDay(trx, ofAll),

    countConfirmation: async (trx: Queryable, payload: { email: string }) =>
      (await countRecipient(trx, payload)) ?? countDay(trx, ofConfirmations, ofAll),

    async countAddress(trx: Queryable, ip: string | undefined) {
      if (!rateLimit || ip === undefined) return undefined
      return logged(trx, 'address', await countIn(trx, [{ limit: BY_ADDRESS, subject: addressGroup(ip) }]))
    },
  }
}
