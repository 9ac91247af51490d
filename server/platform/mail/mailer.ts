import { PermanentFailure } from '../jobs/jobs.ts'
import type { Settings } from '../process/settings.ts'
import { type Message, renderMessage } from './message.ts'

const CONNECTION_TIMEOUT = 10_000
const SOCKET_TIMEOUT = 20_000

type SmtpError = Error & { code?: string; permanent?: boolean }

/** `key` is the same at every attempt, so mail servers can recognize a repetition. */
export async function sendMessage(
  { smtpUrl, mailFrom }: Settings,
  message: Message,
  key: string,
): Promise<void> {
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
    if (permanent && code !== 'EAUTH') throw new PermanentFailure(message, { cause: error })
    throw error
  } finally {
    transport.close()
  }
}

function unsubscribeHeaders({ unsubscribe }: Message): Record<string, string> {
  return unsubscribe
    ? { 'list-unsubscribe': `<${unsubscribe.url}>`, 'list-unsubscribe-post': 'List-Unsubscribe=One-Click' }
    : {}
}

function domainOf(sender: string): string {
  return /@([^\s<>@]+)>?$/.exec(sender)?.[1] ?? 'localhost'
}
