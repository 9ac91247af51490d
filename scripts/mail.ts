import { newId } from '../server/ids.ts'
import { sendMessage } from '../server/platform/mail/mailer.ts'
import { CommandError, configuredSettings, requireArgument, runCommand } from './command.ts'

await runCommand(async () => {
  const settings = configuredSettings()
  const to = requireArgument('npm run mail -- ADDRESS')
  if (!settings.smtpUrl) {
    throw new CommandError('Mail is not set up: SMTP_URL, MAIL_FROM and PUBLIC_URL are needed.')
  }
  try {
    const paragraphs = [`Mail from ${settings.publicUrl} arrives here.`]
    await sendMessage(settings, { to, subject: 'A test', paragraphs }, newId())
  } catch (error) {
    throw new CommandError(`The mail server did not take it: ${(error as Error).message}`)
  }
  console.log(`The mail server has taken the mail to ${to}.`)
})
