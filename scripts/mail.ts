import { existsSync } from 'node:fs'
import { newId } from '../server/ids.ts'
import { sendMessage } from '../server/mail/mailer.ts'
import { readSettings } from '../server/process/settings.ts'

// Sends a test mail with the settings of the server, and says what went wrong if it does not arrive.
if (existsSync('.env')) process.loadEnvFile('.env')
const [to] = process.argv.slice(2)
const settings = readSettings(process.env)
if (!to) fail('Usage: npm run mail -- ADDRESS')
else if (!settings.smtpUrl) fail('Mail is not set up: SMTP_URL, MAIL_FROM and PUBLIC_URL are needed.')
else {
  try {
    const paragraphs = [`Mail from ${settings.publicUrl} arrives here.`]
    await sendMessage(settings, { to, subject: 'A test', paragraphs }, newId())
    console.log(`The mail server has taken the mail to ${to}.`)
  } catch (error) {
    fail(`The mail server did not take it: ${(error as Error).message}`)
  }
}

function fail(message: string): void {
  console.error(message)
  process.exitCode = 1
}
