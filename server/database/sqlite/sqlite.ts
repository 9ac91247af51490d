import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Kysely, SqliteDialect } from 'kysely'
import { StartError } from '../../start-error.ts'
import { runRecorded } from '../changes/changes.ts'
import { sqliteChanges } from '../changes/sqlite-changes.ts'
import type { Database } from '../database.ts'
import { type DatabaseUnavailable, isDamage } from '../faults.ts'
import type { Tables } from '../schema/tables.ts'
import { BUSY_TIMEOUT, forKysely, openReader } from './connection.ts'
import {
  DamagedDatabase,
  makePrivate,
  makePrivateFile,
  makePrivateFolder,
  requireIntactFile,
} from './file.ts'
import { GroupCommit } from './group-commit.ts'
import { LogSync } from './log-sync.ts'

export type SqliteOptions = {
  /** Afterwards all writes are refused, as only a restart shows what is stored. */
  onSyncFailure?: (error: DatabaseUnavailable) => void
}

export function openSqlite(path: string, { onSyncFailure = () => {} }: SqliteOptions = {}): Database {
  const temporary = path === ':memory:' ? mkdtempSync(join(tmpdir(), 'devconnector-')) : undefined
  const file = temporary ? join(temporary, 'temporary.db') : path
  const writer = openWriter(file)
  const { kysely, database: reads } = openReader(file)
  const writing = new Kysely<Tables>({ dialect: new SqliteDialect({ database: forKysely(writer) }) })
  const log = new LogSync(file, onSyncFailure)
  const commits = new GroupCommit(writer, log)

  return {
    engine: 'sqlite',
    kysely,
    searches: kysely,
    file,
    location: temporary ? 'a temporary file that is deleted at the end' : file,
    transaction: (work) =>
      commits.run(() => writing.connection().execute(async (trx) => (await runRecorded(trx, work)).result)),
    keepRollbacksInMemory: () => writer.exec('pragma temp_store = memory'),
    async snapshot(work) {
      const reader = openReader(file)
      try {
        return await reader.kysely.transaction().execute(work)
      } finally {
        reader.database.close()
      }
    },
    isDistributed: () => false,
    changes: sqliteChanges(reads),
    load: () => ({ connections: 2, idle: 2, waiting: 0 }),
    async close() {
      await commits.close()
      await log.close()
      writer.close()
      // Closed last: a read-only connection keeps the log, so the next start works on a full disk.
      reads.close()
      if (temporary) rmSync(temporary, { recursive: true, force: true })
    },
  }
}

function openWriter(file: string): DatabaseSync {
  try {
    makePrivateFolder(file)
    requireIntactFile(file)
    makePrivateFile(file)
    makePrivate(file)
    const writer = new DatabaseSync(file, { timeout: BUSY_TIMEOUT, enableForeignKeyConstraints: true })
    // GroupCommit syncs before it acknowledges.
    writer.exec('pragma journal_mode = wal; pragma synchronous = normal')
    // A busy timeout would block the event loop; GroupCommit waits without blocking.
    writer.exec('pragma busy_timeout = 0')
    return writer
  } catch (error) {
    if (error instanceof StartError) throw error
    const { message } = error as Error
    if (isDamage(error)) throw new DamagedDatabase(file, message)
    throw new StartError(`The database file ${file} cannot be used: ${message}.`, { cause: error })
  }
}
