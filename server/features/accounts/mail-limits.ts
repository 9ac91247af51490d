import { domainToASCII } from 'node:url'
import type { Queryable } from '../../database/database.ts'
import { countIn, type Limit } from './attempts.ts'

const HOUR = 60 * 60_000

/** Mails with a link that anyone can request for any address. */
export const LINK_MAILS: Limit = { kind: 'link-mails', max: 5, window: HOUR }
/** Mails about a change of the account. Requested links must not use up their limit, or a thief could suppress them. */
export const NOTICE_MAILS: Limit = { kind: 'notice-mails', max: 5, window: HOUR }
/** Whoever is mentioned a hundred times in an hour reads it on the page. */
export const NOTIFICATION_MAILS: Limit = { kind: 'notification-mails', max: 20, window: HOUR }
/** All mails to `ada+anything@example.com`, most of which end up in one mailbox. */
const MAILBOX: Limit = { kind: 'mailbox', max: 50, window: HOUR }

/**
 * Counts a mail to this address, in the transaction that queues it; returns the seconds to wait if there were too
 * many. The counters belong to the address, so they survive the deletion of an account.
 */
export async function countMail(trx: Queryable, limit: Limit, email: string): Promise<number | undefined> {
  const address = deliveryAddress(email)
  return countIn(trx, [
    { limit, subject: address },
    { limit: MAILBOX, subject: address.replace(/\+.*@/, '@') },
  ])
}

/** The address as mail servers see it, however it is written: in capital letters, in full-width ones, in Punycode. */
function deliveryAddress(email: string): string {
  const at = email.lastIndexOf('@')
  const domain = email.slice(at + 1)
  const ascii = domainToASCII(domain).replace(/\.$/, '') || domain
  return `${email.slice(0, at)}@${ascii}`.normalize('NFKC').toLowerCase()
}
