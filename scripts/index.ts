import { parseArgs } from 'node:util'
import { indexChanges, restartIndex, WITHOUT_PAUSE } from '../server/features/search/indexer.ts'
import { onDatabase, runCommand } from './command.ts'

// Indexes pending texts, or all texts with --rebuild. Servers may keep running.
await runCommand(() =>
  onDatabase(async (db) => {
    const { values } = parseArgs({ options: { rebuild: { type: 'boolean', default: false } } })
    if (values.rebuild) await db.transaction(restartIndex)
    await indexChanges(db, WITHOUT_PAUSE)
    console.log('Everything is indexed.')
  }),
)
