import { existsSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { quickCheck } from '../server/database/sqlite-file.ts'
import { readSettings, SettingError } from '../server/process/settings.ts'

/** What a command cannot do, in a sentence for whoever gave it. */
export class CommandError extends Error {}

/** The SQLite file of the settings; PostgreSQL has tools of its own. */
export function requireDatabaseFile(forPostgres: string): string {
  const { databaseUrl } = readSettings(process.env)
  const path = databaseUrl.replace(/^sqlite:/, '')
  if (path === databaseUrl) throw new CommandError(forPostgres)
  if (path === ':memory:') throw new CommandError('A database in memory is gone with its server.')
  return path
}

/** Makes sure that the file is a whole database of this product. */
export function requireSoundDatabase(file: string): void {
  if (!existsSync(file)) throw new CommandError(`There is no file ${file}.`)
  const reason = reasonAgainst(file)
  if (reason) throw new CommandError(`${file} is not a sound database of this product (${reason}).`)
}

function reasonAgainst(file: string): string | undefined {
  try {
    return quickCheck(file) ?? (hasMigrations(file) ? undefined : 'it has no list of migrations')
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

/** Runs a command of one FILE; what is wrong is told in a sentence. */
export async function runWithFile(usage: string, work: (file: string) => Promise<string>): Promise<void> {
  if (existsSync('.env')) process.loadEnvFile('.env')
  try {
    const [file, ...rest] = process.argv.slice(2)
    if (!file || rest.length > 0) throw new CommandError(`Usage: ${usage}`)
    console.log(await work(file))
  } catch (error) {
    const expected = error instanceof CommandError || error instanceof SettingError
    console.error(expected ? error.message : error)
    process.exitCode = 1
  }
}
