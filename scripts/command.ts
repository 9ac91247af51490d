import { existsSync } from 'node:fs'
import { type Database, openDatabase } from '../server/database/database.ts'
import { isUnavailable } from '../server/database/faults.ts'
import { migrate } from '../server/database/schema/migrate.ts'
import { readSettings, type Settings } from '../server/platform/process/settings.ts'
import { StartError } from '../server/start-error.ts'

/** An expected failure, printed without a stack trace. */
export class CommandError extends Error {}

export async function runCommand(work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (error instanceof CommandError || error instanceof StartError) console.error(error.message)
    else if (isUnavailable(error)) console.error(`The database is not reachable: ${(error as Error).message}`)
    else console.error(error)
    process.exitCode = 1
  }
}

export function configuredSettings(): Settings {
  if (existsSync('.env')) process.loadEnvFile('.env')
  return readSettings(process.env)
}

export async function onDatabase(work: (db: Database, settings: Settings) => Promise<void>): Promise<void> {
  const settings = configuredSettings()
  // Migrations and bulk work may exceed the timeout of requests.
  const db = openDatabase(settings.databaseUrl, { timeout: 0 })
  try {
    await migrate(db)
    await work(db, settings)
  } finally {
    await db.close()
  }
}

export function requireArgument(usage: string): string {
  const [argument, ...rest] = process.argv.slice(2)
  if (!argument || rest.length > 0) throw new CommandError(`Usage: ${usage}`)
  return argument
}
