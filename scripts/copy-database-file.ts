import { closeSync, fsyncSync, openSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { backup, DatabaseSync } from 'node:sqlite'
import { makePrivateFile } from '../server/database/sqlite/file.ts'
import { requireIntactDatabase } from './database-file.ts'

// SQLite restarts a copy in several steps whenever the source is written to.
const ALL_PAGES = 2_147_483_647

/** The source may be in use. The copy is verified, synced, and has no write-ahead log. */
export async function copyDatabaseFile(from: string, to: string): Promise<void> {
  try {
    const source = new DatabaseSync(from, { readOnly: true, timeout: 5_000 })
    makePrivateFile(to)
    try {
      await backup(source, to, { rate: ALL_PAGES })
    } finally {
      source.close()
    }
    const copy = new DatabaseSync(to)
    copy.exec('pragma journal_mode = delete')
    copy.close()
    requireIntactDatabase(to)
    syncToDisk(to)
  } catch (error) {
    removeDatabase(to)
    throw error
  }
}

export function removeDatabase(file: string): void {
  for (const suffix of ['', '-wal', '-shm', '-journal']) rmSync(file + suffix, { force: true })
}

/** Syncs the folder too, so that the name survives a power failure. */
export function syncToDisk(path: string): void {
  for (const target of [path, dirname(path)]) {
    const descriptor = openSync(target, 'r')
    try {
      fsyncSync(descriptor)
    } finally {
      closeSync(descriptor)
    }
  }
}
