import { existsSync } from 'node:fs'
import { findUserByEmail } from '../server/accounts/queries.ts'
import { changeRole } from '../server/accounts/roles.ts'
import { recordAct } from '../server/audit/log.ts'
import { openDatabase } from '../server/database/database.ts'
import { migrate } from '../server/database/migrate.ts'
import { readSettings } from '../server/process/settings.ts'

// Makes the account with this email an admin, even while the server runs.
if (existsSync('.env')) process.loadEnvFile('.env')
const [email] = process.argv.slice(2)
if (!email) {
  console.error('Usage: npm run admin -- EMAIL')
  process.exit(1)
}
const db = openDatabase(readSettings(process.env).databaseUrl, { connections: 1 })
try {
  await migrate(db)
  const user = await findUserByEmail(db.kysely, email)
  if (user) {
    await db.transaction(async (trx) => {
      await changeRole(trx, user.id, 'admin')
      await recordAct(trx, { action: 'role', by: null, to: user.id, details: `${user.role} → admin` })
    })
    console.log(`${user.name} <${user.email}> is an admin now.`)
  } else {
    console.error(`There is no account with the email ${email}; register it first.`)
    process.exitCode = 1
  }
} finally {
  await db.close()
}
