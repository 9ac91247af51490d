import { existsSync } from 'node:fs'
import { findUserByEmail } from '../server/accounts/queries.ts'
import { recordAct } from '../server/audit/log.ts'
import { openDatabase } from '../server/database/database.ts'
import { migrate } from '../server/database/migrate.ts'
import { readSettings } from '../server/process/settings.ts'
import { issueCode } from '../server/recovery/codes.ts'

// Prints a link with which the account with this email gets a new password, for communities without mail.
if (existsSync('.env')) process.loadEnvFile('.env')
const [email] = process.argv.slice(2)
if (!email) {
  console.error('Usage: npm run reset -- EMAIL')
  process.exit(1)
}
const settings = readSettings(process.env)
const db = openDatabase(settings.databaseUrl, { connections: 1 })
try {
  await migrate(db)
  const user = await findUserByEmail(db.kysely, email)
  if (user) {
    const code = await db.transaction(async (trx) => {
      await recordAct(trx, { action: 'reset-link', by: null, to: user.id })
      return issueCode(trx, 'reset', { userId: user.id, email: null })
    })
    const origin = settings.publicUrl ?? `http://${settings.host}:${settings.port}`
    console.log(`This link works once, for half an hour: ${origin}/reset-password#${code}`)
  } else {
    console.error(`There is no account with the email ${email}.`)
    process.exitCode = 1
  }
} finally {
  await db.close()
}
