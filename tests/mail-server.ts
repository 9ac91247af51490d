import { SMTPServer } from 'smtp-server'
import { freePort } from '../test-support/free-port.ts'

export type Mail = { to: string[]; from: string; headers: Map<string, string>; text: string; raw: string }

type Behavior = { refuseWith?: number; wait?: () => Promise<unknown> }

export class MailServer {
  readonly received: Mail[] = []
  behavior: Behavior = {}
  port = 0
  #server: SMTPServer | undefined

  async start(): Promise<void> {
    const server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onRcptTo: (_address, _session, callback) => callback(this.#refusal()),
      onData: (stream, session, callback) => {
        const chunks: Buffer[] = []
        stream.on('data', (chunk: Buffer) => chunks.push(chunk))
        stream.on('end', async () => {
          const { mailFrom, rcptTo } = session.envelope
          const mail = parse(Buffer.concat(chunks).toString())
          const from = mailFrom ? mailFrom.address : ''
          await this.behavior.wait?.()
          this.received.push({ ...mail, from, to: rcptTo.map(({ address }) => address) })
          callback()
        })
      },
    })
    // A client may be killed in the middle of a mail.
    server.on('error', () => {})
    // The same port after a stop, which no outgoing connection may take.
    this.port ||= await freePort()
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject)
      server.listen(this.port, '127.0.0.1', resolve)
    })
    this.#server = server
  }

  get settings(): Record<string, string> {
    return {
      SMTP_URL: `smtp://127.0.0.1:${this.port}`,
      MAIL_FROM: 'The Community <hello@community.example>',
      PUBLIC_URL: 'https://community.example',
    }
  }

  /** Closes the port, as an unreachable server would. */
  async stop(): Promise<void> {
    await new Promise<void>((resolve) => this.#server?.close(() => resolve()))
  }

  #refusal(): Error | null {
    const { refuseWith } = this.behavior
    return refuseWith ? Object.assign(new Error('Not now'), { responseCode: refuseWith }) : null
  }
}

function parse(raw: string): Pick<Mail, 'headers' | 'text' | 'raw'> {
  const end = raw.indexOf('\r\n\r\n')
  const lines = raw
    .slice(0, end)
    .replace(/\r\n[ \t]+/g, ' ')
    .split('\r\n')
  const headers = new Map(
    lines.map((line) => {
      const colon = line.indexOf(':')
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()] as const
    }),
  )
  // Quoted-printable: an equals sign at the end of a line continues it.
  const text = raw
    .slice(end)
    .replace(/=\r\n/g, '')
    .replace(/=([\dA-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
  return { headers, text, raw }
}
