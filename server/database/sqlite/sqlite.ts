import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Kysely } from 'kysely'
import { StartError } from '../../start-error.ts'
import { MAX_CHANGES_READ } from '../changes/changes.ts'
import { sqliteChangeLog } from '../changes/sqlite-change-log.ts'
import type { Changes, Database } from '../database.ts'
import { type DatabaseUnavailable, isDamage } from '../faults.ts'
import type { Tables } from '../schema/tables.ts'
import { SqliteDialect } from './dialect.ts'
import {
  DamagedDatabase,
  makePrivate,
  makePrivateFile,
  makePrivateFolder,
  requireIntactFile,
} from './file.ts'
import { GroupCommit } from './group-commit.ts'
import { LogSync } from './log-sync.ts'
import { BUSY_TIMEOUT, openReader } from './reader.ts'
import type { StatementCache } from './statements.ts'

export type SqliteOptions = {
  /** From then on all writes are refused, as only a restart shows what is stored. */
  onSyncFailure?: (error: DatabaseUnavailable) => void
}

export function openSqlite(path: string, { onSyncFailure = () => {} }: SqliteOptions = {}): Database {
  const temporary = path === ':memory:' ? mkdtempSync(join(tmpdir(), 'devconnector-')) : undefined
  const file = temporary ? join(temporary, 'temporary.db') : path
  const writer = openWriter(file)
  const { statements: reads, kysely, close: closeReader } = openReader(file)

  const log = new LogSync(file, onSyncFailure)
  const transactions = new GroupCommit(writer, log)
  let snapshots = 0
  const writing = new Kysely<Tables>({ dialect: new SqliteDialect(transactions.statements) })

  return {
    engine: 'sqlite',
    kysely,
    file,
    location: temporary ? 'a temporary file that is deleted at the end' : file,
    transaction: (work) => transactions.run(() => work(writing)),
    keepRollbacksInMemory: () => writer.exec('pragma temp_store = memory'),
    async snapshot(work) {
      // Concurrent snapshots share the reading connection, so they share a read transaction.
      if (snapshots++ === 0) reads.get('begin').run()
      try {
        return await work(kysely)
      } finally {
        if (--snapshots === 0) reads.get('commit').run()
      }
    },
    changes: { immediate: true, since: (position) => changesSince(reads, position) },
    changeLog: (kinds) => sqliteChangeLog(reads, kinds),
    load: () => ({ connections: 2, idle: 2, waiting: 0 }),
    async close() {
      await transactions.close()
      await log.close()
      closeReader()
      writer.close()
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
    // GroupCommit waits for the disk before it acknowledges commits.
    writer.exec('pragma journal_mode = wal; pragma synchronous = normal')
    // What is appended to a log after a failed sync is lost in a power cut, so the log starts over.
    writer.exec('pragma wal_checkpoint(truncate)')
    // The busy timeout would block the event loop; GroupCommit waits without blocking.
    writer.exec('pragma busy_timeout = 0')
    return writer
  } catch (error) {
    if (error instanceof StartError) throw error
    const { message } = error as Error
    if (isDamage(error)) throw new DamagedDatabase(file, message)
    throw new StartError(`The database file ${file} cannot be used: ${message}.`, { cause: error })
  }
}

/** Nearly every request needs it, so it must be fast. */
function changesSince(reads: StatementCache, position: string | undefined): Changes {
  const latest = reads.get('select max(position) as position from changes')
  latest.setReturnArrays(true)
  const [last] = latest.get() as unknown as [number | null]
  const now = String(last ?? 0)
  if (position === undefined) return { position: now, topics: undefined }
  if (position === now) return { position, topics: NOTHING }
  const behind = Number(now) - Number(position)
  if (behind < 0 || behind > MAX_CHANGES_READ) return { position: now, topics: undefined }
  const rows = reads
    .get('select topic from changes where position > ? and position <= ?')
    .all(Number(position), last)
  // Row numbers have no gaps: a missing one means that changes were deleted.
  const topics = rows.length === behind ? rows.map(({ topic }) => String(topic)) : undefined
  return { position: now, topics }
}

const NOTHING: string[] = []
