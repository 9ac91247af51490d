import { existsSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { quickCheck } from '../server/database/sqlite/file.ts'
import { CommandError, configuredSettings } from './command.ts'

export function requireDatabaseFile(postgresMessage: string): string {
  const { databaseUrl } = configuredSettings()
  const path = databaseUrl.replace(/^sqlite:/, '')
  if (path === databaseUrl) throw new CommandError(postgresMessage)
  if (path === ':memory:') throw new CommandError('A database in memory cannot be backed up or restored.')
  return path
}

export function requireIntactDatabase(file: string): void {
  if (!existsSync(file)) throw new CommandError(`${file} does not exist.`)
  const defect = findDefect(file)
  if (defect) throw new CommandError(`${file} is not an intact database of this product (${defect}).`)
}

function findDefect(file: string): string | undefined {
  try {
    return quickCheck(file) ?? (hasMigrations(file) ? undefined : 'it has no migrations table')
  } catch (error) {
    return (error as Error).message
  }
}

function hasMigrations(file: string): boolean {
  const db = new DatabaseSync(file, { readOnly: true })
  try {
    const table = db.prepare("select 1 from sqlite_schema where type = 'table' and name = 'migrations'").get()
    return table !== undefined && db.prepare('select 1 from migrations').get() !== undefined
  } finally {
    db.close()
  }
}
