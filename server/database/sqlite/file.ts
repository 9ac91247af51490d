import { chmodSync, closeSync, mkdirSync, openSync, readSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { StartError } from '../../start-error.ts'
import { isDamage } from '../faults.ts'

const MAX_FULL_CHECK = 32 * 1024 * 1024
const HEADER_LENGTH = 100
const MAGIC = 'SQLite format 3\0'

export class DamagedDatabase extends StartError {
  constructor(file: string, reason: string) {
    super(
      `The database file ${file} is damaged (${reason}); it was left as it is. ` +
        'Put a backup in its place with "npm run restore -- FILE", or move it away to start with an empty one.',
    )
  }
}

export function requireIntactFile(file: string): void {
  const reason = damageOf(file)
  if (reason) throw new DamagedDatabase(file, reason)
}

function damageOf(file: string): string | undefined {
  const size = sizeOf(file)
  // SQLite would take the file for a new database and delete the log of the old one.
  if (size === 0) return sizeOf(`${file}-wal`) > 0 ? 'it is empty, but its log is not' : undefined
  // SQLite undoes the first write of a start that was killed.
  if (sizeOf(`${file}-journal`) > 0) return undefined
  const header = readHeader(file)
  if (header.toString('latin1', 0, MAGIC.length) !== MAGIC) return 'it is not an SQLite database'
  if (sizeOf(`${file}-wal`) === 0 && size < sizeByHeader(header)) return 'its end is missing'
  return size <= MAX_FULL_CHECK ? quickCheck(file) : undefined
}

export function quickCheck(file: string): string | undefined {
  const db = new DatabaseSync(file, { readOnly: true, timeout: 5_000 })
  try {
    const result = String(db.prepare('pragma quick_check(1)').get()?.quick_check)
    return result === 'ok' ? undefined : result
  } catch (error) {
    if (isDamage(error)) return (error as Error).message
    throw error
  } finally {
    db.close()
  }
}

const OWNER_ONLY = 0o600
const OWNER_ONLY_FOLDER = 0o700

export function makePrivateFolder(file: string): void {
  mkdirSync(dirname(file), { recursive: true, mode: OWNER_ONLY_FOLDER })
}

export function makePrivateFile(file: string): void {
  try {
    closeSync(openSync(file, 'wx', OWNER_ONLY))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}

/** Versions before 0.2 let all users of the machine read the database. */
export function makePrivate(file: string): void {
  for (const suffix of ['', '-wal', '-shm', '-journal']) {
    try {
      chmodSync(file + suffix, OWNER_ONLY)
    } catch (error) {
      // Files of other users cannot be changed, and log files may not exist.
      const { code = '' } = error as NodeJS.ErrnoException
      if (!['ENOENT', 'EPERM', 'EROFS', 'ENOTSUP'].includes(code)) throw error
    }
  }
}

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0
}

function readHeader(file: string): Buffer {
  const header = Buffer.alloc(HEADER_LENGTH)
  const descriptor = openSync(file, 'r')
  try {
    readSync(descriptor, header)
  } finally {
    closeSync(descriptor)
  }
  return header
}

function sizeByHeader(header: Buffer): number {
  const pageSize = header.readUInt16BE(16) === 1 ? 65_536 : header.readUInt16BE(16)
  const isCurrent = header.readUInt32BE(24) === header.readUInt32BE(92)
  return isCurrent ? pageSize * header.readUInt32BE(28) : 0
}
