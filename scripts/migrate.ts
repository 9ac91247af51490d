import { existsSync } from 'node:fs'
import { openDatabase } from '../server/database/database.ts'
import { listMigrations } from '../server/database/migrate.ts'
import { readSettings } from '../server/settings.ts'

// Lists the migrations; the server itself applies them when it starts.
if (existsSync('.env')) process.loadEnvFile('.env')
const db = openDatabase(readSettings(process.env).databaseUrl)
console.log(`Migrations of ${db.location}:`)
for (const { name, applied } of await listMigrations(db)) {
  console.log(`${applied ? 'applied' : 'pending'}  ${name}`)
}
await db.close()
