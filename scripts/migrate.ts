import { openDatabase } from '../server/database/database.ts'
import { listMigrations, migrate } from '../server/database/schema/migrate.ts'
import { configuredSettings, runCommand } from './command.ts'

await runCommand(async () => {
  const db = openDatabase(configuredSettings().databaseUrl, { connections: 1, timeout: 0 })
  try {
    const appliedNow = process.argv.includes('--list') ? [] : await migrate(db)
    console.log(`Migrations of ${db.location}:`)
    for (const { name, applied } of await listMigrations(db)) {
      console.log(`${appliedNow.includes(name) ? 'applied now' : applied ? 'applied' : 'pending'}  ${name}`)
    }
  } finally {
    await db.close()
  }
})
