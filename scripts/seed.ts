import { existsSync } from 'node:fs'
import { openDatabase } from '../server/database/database.ts'
import { isUnavailable } from '../server/database/faults.ts'
import { migrate } from '../server/database/migrate.ts'
import { readSettings, SettingError } from '../server/process/settings.ts'
import { DEMO_EMAIL, DEMO_PASSWORD, NotEmptyError, seed } from './seed/write.ts'

// Fills an empty database with a demo community; a server that is running on it may stay.
if (existsSync('.env')) process.loadEnvFile('.env')

try {
  const db = openDatabase(readSettings(process.env).databaseUrl)
  try {
    await migrate(db)
    const { users, posts, comments, likes } = await seed(db)
    console.log(
      `Wrote ${users} developers, ${posts} posts, ${comments} comments and ${likes} likes to ${db.location}; ` +
        `sign in as ${DEMO_EMAIL} with the password "${DEMO_PASSWORD}".`,
    )
    console.log('These are demo accounts that share one known password: never use them on a public server.')
  } finally {
    await db.close()
  }
} catch (error) {
  const expected = error instanceof SettingError || error instanceof NotEmptyError
  if (expected) console.error(error.message)
  else if (isUnavailable(error)) console.error('The database does not answer:', error)
  else console.error(error)
  process.exitCode = 1
}
