import { logAction } from '../server/features/accounts/audit-log.ts'
import { findUserByEmail } from '../server/features/accounts/queries.ts'
import { changeRole } from '../server/features/accounts/roles.ts'
import { CommandError, onDatabase, requireArgument, runCommand } from './command.ts'

await runCommand(async () => {
  const email = requireArgument('npm run admin -- EMAIL')
  await onDatabase(async (db) => {
    const user = await findUserByEmail(db.kysely, email)
    if (!user) throw new CommandError(`There is no account with the email ${email}; register it first.`)
    if (user.suspended_until !== null) {
      throw new CommandError(`${user.name} is suspended; a moderator must lift that first.`)
    }
    await db.transaction(async (trx) => {
      await changeRole(trx, user.id, 'admin')
      await logAction(trx, { action: 'role', by: null, to: user.id, details: `${user.role} → admin` })
    })
    console.log(`${user.name} <${user.email}> is an admin now.`)
    if (user.email_confirmed === 0) {
      console.warn('This email is not confirmed: whoever registered it may not own it. Check who that is.')
    }
  })
})
