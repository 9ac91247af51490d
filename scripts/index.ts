import { existsSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { openDatabase } from '../server/database/database.ts'
import { migrate } from '../server/database/migrate.ts'
import { dateOfId } from '../server/ids.ts'
import { readSettings } from '../server/process/settings.ts'
import { indexAll } from '../server/search/full-index.ts'
import { restartIndex } from '../server/search/index-state.ts'
import { Indexer } from '../server/search/indexer.ts'

// Indexes what has not been indexed for the search, or everything again with --rebuild. Servers may keep running.
if (existsSync('.env')) process.loadEnvFile('.env')
// No request waits for this process.
const BATCH = { rows: 500, characters: 200_000 }

const { values } = parseArgs({ options: { rebuild: { type: 'boolean', default: false } } })
const settings = readSettings(process.env)
const db = openDatabase(settings.databaseUrl, { connections: 2, timeout: 0 })
try {
  await migrate(db)
  if (values.rebuild) await db.transaction(restartIndex)
  const indexer = new Indexer(db)
  const never = new AbortController().signal
  await indexAll(db, never, {
    batch: BATCH,
    onProgress({ part, after }) {
      if (after) console.log(`Indexed ${part} up to ${dateOfId(after)}`)
    },
  })
  await indexer.finish(never)
  console.log('Everything is indexed.')
} finally {
  await db.close()
}
