import { copyFileSync, existsSync, linkSync, renameSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { isBusy, isDamage } from '../server/database/faults.ts'
import { makePrivate, makePrivateFolder } from '../server/database/sqlite/file.ts'
import { CommandError, requireArgument, runCommand } from './command.ts'
import { copyDatabaseFile, removeDatabase, syncToDisk } from './copy-database-file.ts'
import { requireDatabaseFile, requireIntactDatabase } from './database-file.ts'

await runCommand(async () => {
  const file = requireArgument('npm run restore -- FILE')
  const database = requireDatabaseFile(
    `Use PostgreSQL's own tool instead: pg_restore --clean --if-exists --dbname="$DATABASE_URL" ${file}`,
  )
  requireIntactDatabase(file)
  makePrivateFolder(database)
  const copy = `${database}.restoring-${process.pid}`
  const lock = existsSync(database) ? lockExclusively(database) : undefined
  try {
    await copyDatabaseFile(file, copy)
    const previous = existsSync(database) ? renamePrevious(database) : undefined
    renameSync(copy, database)
    syncToDisk(database)
    console.log(
      `Restored ${database} from ${file}.${previous ? ` The previous database is now ${previous}.` : ''}`,
    )
  } finally {
    lock?.close()
    removeDatabase(copy)
  }
})

/** Fails while a server has the database open. A damaged database cannot be locked, but no server runs on it. */
function lockExclusively(database: string): DatabaseSync | undefined {
  const db = new DatabaseSync(database, { timeout: 0 })
  try {
    // Leaving WAL mode needs an exclusive lock and moves the log into the file.
    db.exec('pragma journal_mode = delete; begin exclusive')
    return db
  } catch (error) {
    db.close()
    if (isDamage(error)) return undefined
    if (isBusy(error)) throw new CommandError(`A server is using ${database}. Stop it before you restore.`)
    throw error
  }
}

/** Links instead of renaming, so that a database exists at every moment. */
function renamePrevious(database: string): string {
  const time = new Date().toISOString().slice(0, 19).replaceAll(/[-:]/g, '').replace('T', '-')
  const previous = `${database}.before-restore-${time}`
  if (existsSync(previous)) throw new CommandError(`${previous} already exists. Try again in a second.`)
  try {
    linkSync(database, previous)
  } catch {
    copyFileSync(database, previous)
  }
  // SQLite would apply the log of the previous database to the restored one.
  for (const suffix of ['-wal', '-shm', '-journal']) {
    if (existsSync(database + suffix)) renameSync(database + suffix, previous + suffix)
  }
  makePrivate(previous)
  return previous
}
