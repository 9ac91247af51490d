import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { openDatabase } from '../server/database/database.ts'
import { readSettings } from '../server/platform/process/settings.ts'
import { CommandError, runCommand } from './command.ts'
import { copyDatabase } from './db-copy/copy.ts'
import { showProgress } from './db-copy/show-progress.ts'

const USAGE = `Usage: npm run db:copy -- --from URL --to URL
  where URL is sqlite:PATH or postgres://user:password@host/database`

const OPTIONS = { connections: 2, timeout: 0 }

await runCommand(async () => {
  const { from, to } = readArguments()
  const source = openDatabase(from, OPTIONS)
  const target = openDatabase(to, OPTIONS)
  try {
    const start = performance.now()
    const { tables, sourceChanged } = await copyDatabase(source, target, showProgress())
    for (const [name, { rows, sha256 }] of tables) {
      console.log(`${name.padEnd(11)} ${String(rows).padStart(11)} rows, sha256 ${sha256}`)
    }
    const seconds = ((performance.now() - start) / 1000).toFixed(1)
    console.log(
      `Copied ${source.location} to ${target.location} in ${seconds} s. Row counts and checksums match.`,
    )
    if (sourceChanged) {
      console.warn(
        'The source has changed since the copy started, and the copy does not contain these changes.',
      )
      console.warn('Stop its servers and copy again into an empty database.')
      process.exitCode = 2
    }
  } finally {
    await Promise.all([source.close(), target.close()])
  }
})

function readArguments(): { from: string; to: string } {
  const from = requireUrl('from')
  const to = requireUrl('to')
  if (from === to) throw new CommandError('--from and --to are the same database.')
  if (from.startsWith('sqlite:') && !existsSync(from.slice('sqlite:'.length))) {
    throw new CommandError(`There is no database at ${from.slice('sqlite:'.length)}.`)
  }
  return { from, to }
}

function requireUrl(name: 'from' | 'to'): string {
  const url = parseArguments()[name]
  if (!url) throw new CommandError(`--${name} is missing.\n${USAGE}`)
  if (url === 'sqlite::memory:') throw new CommandError(`--${name} must not be a database in memory.`)
  try {
    const { databaseUrl } = readSettings({ DATABASE_URL: url })
    return databaseUrl.startsWith('sqlite:') ? `sqlite:${resolve(databaseUrl.slice(7))}` : databaseUrl
  } catch {
    throw new CommandError(`--${name} must be sqlite:PATH or postgres://…, not "${url}".\n${USAGE}`)
  }
}

function parseArguments(): { from?: string; to?: string } {
  try {
    return parseArgs({ options: { from: { type: 'string' }, to: { type: 'string' } } }).values
  } catch (error) {
    throw new CommandError(`${(error as Error).message}\n${USAGE}`)
  }
}
