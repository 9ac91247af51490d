import { closeSync, fsyncSync, openSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { backup, DatabaseSync } from 'node:sqlite'
import { makePrivateFile } from '../server/database/sqlite-file.ts'
import { requireSoundDatabase } from './database-file.ts'

// All pages in one step: a copy in several would begin anew whenever somebody writes in between.
const ALL_PAGES = 2_147_483_647

/** A checked copy of a database that may be in use, as one file without a log beside it, on the disk for good. */
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
    requireSoundDatabase(to)
    syncToDisk(to)
  } catch (error) {
    removeDatabase(to)
    throw error
  }
}

export function removeDatabase(file: string): void {
  for (const suffix of ['', '-wal', '-shm', '-journal']) rmSync(file + suffix, { force: true })
}

/** Makes sure that a file, or a change of names in its folder, outlives a power cut. */
export function syncToDisk(path: string): void {
  for (const each of [path, dirname(path)]) {
    const descriptor = openSync(each, 'r')
    try {
      fsyncSync(descriptor)
    } finally {
      closeSync(descriptor)
    }
  }
}
