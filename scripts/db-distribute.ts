import { parseArgs } from 'node:util'
import { openDatabase } from '../server/database/database.ts'
import { readSettings } from '../server/platform/process/settings.ts'
import { CommandError, runCommand } from './command.ts'
import { distribute, type Step } from './db-distribute/distribute.ts'

const USAGE = `Usage: npm run db:distribute -- --url URL [--shards 32]
  where URL is postgres://user:password@host/database on the coordinator`

const SHARDS = 32
const MAX_SHARDS = 4_096

const WITHOUT_TIMEOUT = { connections: 2, timeout: 0 }

await runCommand(async () => {
  const { url, shards } = readArguments()
  const db = openDatabase(url, WITHOUT_TIMEOUT)
  try {
    const began = performance.now()
    console.log(`Distributing ${db.location} …`)
    await distribute(db, shards, show)
    console.log(`Every table is distributed, after ${seconds(performance.now() - began)}.`)
  } finally {
    await db.close()
  }
})

function show({ table, group, rows, milliseconds }: Step): void {
  const moved = `${rows.toLocaleString('en-US')} rows in ${seconds(milliseconds)}`
  console.log(
    `${table.padEnd(11)} ${group === 'reference' ? 'is on every node' : `is with ${group}`}, ${moved}`,
  )
}

function seconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(1)} s`
}

function readArguments(): { url: string; shards: number } {
  const { url, shards = String(SHARDS) } = givenArguments()
  if (!url) throw new CommandError(`--url is missing.\n${USAGE}`)
  const count = /^\d{1,4}$/.test(shards) ? Number(shards) : 0
  if (count < 1 || count > MAX_SHARDS) {
    throw new CommandError(`--shards must be a number from 1 to ${MAX_SHARDS}.\n${USAGE}`)
  }
  try {
    return { url: readSettings({ DATABASE_URL: url }).databaseUrl, shards: count }
  } catch {
    throw new CommandError(`--url must be postgres://…, but it is "${url}".\n${USAGE}`)
  }
}

function givenArguments(): { url?: string; shards?: string } {
  try {
    return parseArgs({ options: { url: { type: 'string' }, shards: { type: 'string' } } }).values
  } catch (error) {
    throw new CommandError(`${(error as Error).message}\n${USAGE}`)
  }
}
