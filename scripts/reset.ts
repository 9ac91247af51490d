import { logAction } from '../server/features/accounts/audit-log.ts'
import { findUserByEmail } from '../server/features/accounts/queries.ts'
import { issueCode } from '../server/features/sign-in/recovery/codes.ts'
import { CommandError, onDatabase, requireArgument, runCommand } from './command.ts'

await runCommand(async () => {
  const email = requireArgument('npm run reset -- EMAIL')
  await onDatabase(async (db, { publicUrl, host, port }) => {
    const user = await findUserByEmail(db.kysely, email)
    if (!user) throw new CommandError(`There is no account with the email ${email}.`)
    const code = await db.transaction(async (trx) => {
      await logAction(trx, { action: 'reset-link', by: null, to: user.id })
      return issueCode(trx, 'reset', { userId: user.id, email: null })
    })
    const name = ['0.0.0.0', '::'].includes(host) ? 'localhost' : host
    const origin = publicUrl ?? `http://${name}:${port}`
    console.log(`This link works once, for half an hour: ${origin}/reset-password#${code}`)
  })
})
