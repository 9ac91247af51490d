import { HopelessJob } from '../jobs/jobs.ts'
import type { Settings } from '../process/settings.ts'
import { type Message, renderMessage } from './message.ts'

const CONNECTION_TIMEOUT = 10_000
const SOCKET_TIMEOUT = 20_000

/** What nodemailer adds to its errors. */
type SmtpError = Error & { code?: string; permanent?: boolean }

/**
 * Sends a message through the configured mail server. Only jobs call it, so that no request waits for it.
 * `key` is the same at every attempt: a message that a killed process sent twice can be recognised as one.
 */
export async function sendMessage(
  { smtpUrl, mailFrom }: Settings,
  message: Message,
  key: string,
): Promise<void> {
  // Most processes never send mail.
  const { createTransport } = await import('nodemailer')
  const transport = createTransport({
    url: smtpUrl,
    connectionTimeout: CONNECTION_TIMEOUT,
    greetingTimeout: CONNECTION_TIMEOUT,
    socketTimeout: SOCKET_TIMEOUT,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  try {
    await transport.sendMail({
      from: mailFrom,
      to: { name: '', address: message.to },
      subject: message.subject,
      messageId: `<${key}@${domainOf(mailFrom ?? '')}>`,
      headers: { 'auto-submitted': 'auto-generated', ...unsubscribeHeaders(message) },
      ...renderMessage(message),
    })
  } catch (error) {
    const { code, permanent, message } = error as SmtpError
    // The operator can fix wrong credentials, so the mail is retried.
    if (permanent && code !== 'EAUTH') throw new HopelessJob(message, { cause: error })
    throw error
  } finally {
    transport.close()
  }
}

/** With these, mail programs offer a button that ends the mails (RFC 8058). */
function unsubscribeHeaders({ unsubscribe }: Message): Record<string, string> {
  return unsubscribe
    ? { 'list-unsubscribe': `<${unsubscribe.url}>`, 'list-unsubscribe-post': 'List-Unsubscribe=One-Click' }
    : {}
}

function domainOf(sender: string): string {
  return /@([^\s<>@]+)>?$/.exec(sender)?.[1] ?? 'localhost'
}
