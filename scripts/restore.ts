import { copyFileSync, existsSync, linkSync, renameSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { isBusy, isDamage } from '../server/database/faults.ts'
import { makePrivate, makePrivateFolder } from '../server/database/sqlite-file.ts'
import { copyDatabaseFile, removeDatabase, syncToDisk } from './copy-database-file.ts'
import { CommandError, requireDatabaseFile, requireSoundDatabase, runWithFile } from './database-file.ts'

// Puts a backup in the place of the SQLite database, which is kept under another name.
await runWithFile('npm run restore -- FILE', async (file) => {
  const database = requireDatabaseFile(
    `PostgreSQL has its own tool for this: pg_restore --clean --if-exists --dbname="$DATABASE_URL" ${file}`,
  )
  requireSoundDatabase(file)
  makePrivateFolder(database)
  const copy = `${database}.restoring-${process.pid}`
  const lock = existsSync(database) ? lockUnused(database) : undefined
  try {
    await copyDatabaseFile(file, copy)
    const kept = existsSync(database) ? keepAside(database) : undefined
    renameSync(copy, database)
    syncToDisk(database)
    return `Restored ${database} from ${file}.${kept ? ` What was there before is now ${kept}.` : ''}`
  } finally {
    lock?.close()
    removeDatabase(copy)
  }
})

/**
 * Locks the database against everybody else, which fails while a server has it open, even an idle one.
 * A damaged one cannot be locked, but no server can start on it either.
 */
function lockUnused(database: string): DatabaseSync | undefined {
  const db = new DatabaseSync(database, { timeout: 0 })
  try {
    // Leaving this mode takes the last user's lock, and brings the log into the file.
    db.exec('pragma journal_mode = delete; begin exclusive')
    return db
  } catch (error) {
    db.close()
    if (isDamage(error)) return undefined
    if (isBusy(error)) throw new CommandError(`A server is using ${database}: stop it first, then restore.`)
    throw error
  }
}

/** Gives the present database a second name with the time in it, so that there is one at any moment. */
function keepAside(database: string): string {
  const time = new Date().toISOString().slice(0, 19).replaceAll(/[-:]/g, '').replace('T', '-')
  const aside = `${database}.before-restore-${time}`
  if (existsSync(aside)) throw new CommandError(`${aside} is there already: try again in a second.`)
  try {
    linkSync(database, aside)
  } catch {
    copyFileSync(database, aside)
  }
  // The log of a damaged database belongs to it, and must not meet the restored one.
  for (const suffix of ['-wal', '-shm', '-journal']) {
    if (existsSync(database + suffix)) renameSync(database + suffix, aside + suffix)
  }
  makePrivate(aside)
  return aside
}
