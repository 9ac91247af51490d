import { parseArgs } from 'node:util'
import { indexAll } from '../server/features/search/full-index.ts'
import { restartIndex } from '../server/features/search/index-state.ts'
import { Indexer } from '../server/features/search/indexer.ts'
import { dateOfId } from '../server/ids.ts'
import { onDatabase, runCommand } from './command.ts'

// No request waits for this process.
const BATCH = { rows: 500, characters: 200_000 }

// Indexes what has not been indexed for the search, or everything again with --rebuild. Servers may keep running.
await runCommand(() =>
  onDatabase(async (db) => {
    const { values } = parseArgs({ options: { rebuild: { type: 'boolean', default: false } } })
    if (values.rebuild) await db.transaction(restartIndex)
    const indexer = new Indexer(db)
    const never = new AbortController().signal
    await indexAll(db, never, {
      batch: BATCH,
      onProgress({ part, before }) {
        if (before) console.log(`Indexed ${part} back to ${dateOfId(before)}`)
      },
    })
    await indexer.finish()
    console.log('Everything is indexed.')
  }),
)
