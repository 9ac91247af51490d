import { existsSync } from 'node:fs'
import { openDatabase } from '../server/database/database.ts'
import { listMigrations, migrate } from '../server/database/migrate.ts'
import { readSettings } from '../server/process/settings.ts'

// Brings the database of the settings up to date, as the server does when it starts; --list only tells.
if (existsSync('.env')) process.loadEnvFile('.env')
const db = openDatabase(readSettings(process.env).databaseUrl, { connections: 1, timeout: 0 })
try {
  const applied = process.argv.includes('--list') ? [] : await migrate(db)
  console.log(`Migrations of ${db.location}:`)
  for (const { name, applied: isDone } of await listMigrations(db)) {
    console.log(`${applied.includes(name) ? 'applied now' : isDone ? 'applied' : 'pending'}  ${name}`)
  }
} finally {
  await db.close()
}
