import { existsSync } from 'node:fs'
import { openDatabase } from '../server/database/database.ts'
import { isUnavailable } from '../server/database/faults.ts'
import { migrate } from '../server/database/migrate.ts'
import { readSettings, SettingError } from '../server/process/settings.ts'
import { DEMO_EMAIL, DEMO_PASSWORD, NotEmptyError, seed } from './seed/write.ts'

// Fills an empty database with a demo community. A server may be running on it.
if (existsSync('.env')) process.loadEnvFile('.env')

try {
  const db = openDatabase(readSettings(process.env).databaseUrl)
  try {
    await migrate(db)
    const { users, posts, comments, likes } = await seed(db)
    console.log(
      `Wrote ${users} developers, ${posts} posts, ${comments} comments and ${likes} likes to ${db.location}. ` +
        `Sign in as ${DEMO_EMAIL} with the password "${DEMO_PASSWORD}".`,
    )
    console.log('All demo accounts share this password: never use them on a public server.')
  } finally {
    await db.close()
  }
} catch (error) {
  const isExpected = error instanceof SettingError || error instanceof NotEmptyError
  if (isExpected) console.error(error.message)
  else if (isUnavailable(error)) console.error('The database is not reachable:', error)
  else console.error(error)
  process.exitCode = 1
}
