// node:sqlite sets `errcode`, whose low byte is the class; pg sets SQLSTATE or the code of Node.

const SQLITE_UNIQUE = [2067, 1555]
const SQLITE_FOREIGN_KEY = [787]
const SQLITE_BUSY = 5
const SQLITE_DAMAGED = [11, 26] // corrupt, not a database
const SQLITE_UNAVAILABLE = [5, 6, 8, 10, 13, 14] // busy, locked, read-only, input/output, full, cannot open

const POSTGRES_UNAVAILABLE = /^(?:08|53|57P)/
const POSTGRES_READ_ONLY = '25006'
const POSTGRES_TIMED_OUT = '57014'
const NETWORK = /^(?:ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|ENOENT|EHOSTUNREACH)$/
const POSTGRES_LOST =
  /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error/

export class DatabaseUnavailable extends Error {}

export function isUniqueViolation(error: unknown): boolean {
  return SQLITE_UNIQUE.includes(sqliteCode(error)) || code(error) === '23505'
}

export function isForeignKeyViolation(error: unknown): boolean {
  return SQLITE_FOREIGN_KEY.includes(sqliteCode(error)) || code(error) === '23503'
}

export function isDamage(error: unknown): boolean {
  return SQLITE_DAMAGED.includes(sqliteCode(error) & 0xff)
}

export function isBusy(error: unknown): boolean {
  return (sqliteCode(error) & 0xff) === SQLITE_BUSY
}

export function isConflict(error: unknown): boolean {
  return code(error) === '40P01' || code(error) === '40001'
}

export function isTimeout(error: unknown): boolean {
  return code(error) === POSTGRES_TIMED_OUT
}

export function isUnavailable(error: unknown): boolean {
  if (error instanceof DatabaseUnavailable) return true
  if (error instanceof AggregateError) return error.errors.some(isUnavailable)
  const state = code(error)
  return (
    SQLITE_UNAVAILABLE.includes(sqliteCode(error) & 0xff) ||
    POSTGRES_UNAVAILABLE.test(state) ||
    state === POSTGRES_READ_ONLY ||
    isTimeout(error) ||
    isConflict(error) ||
    NETWORK.test(state) ||
    (error instanceof Error && POSTGRES_LOST.test(error.message))
  )
}

function code(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}

function sqliteCode(error: unknown): number {
  return error instanceof Error && 'errcode' in error ? Number(error.errcode) : 0
}
