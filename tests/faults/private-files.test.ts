import { execFile } from 'node:child_process'
import { chmodSync, existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { startReadyServer, temporaryFolder } from './server-process.ts'

const OWNER_ONLY = '600'

const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8)
const modesIn = (folder: string) =>
  Object.fromEntries(readdirSync(folder).map((name) => [name, modeOf(join(folder, name))]))

async function run(script: 'backup' | 'restore', databaseUrl: string, file: string): Promise<void> {
  const env = { ...process.env, DATABASE_URL: databaseUrl }
  await promisify(execFile)(process.execPath, [`scripts/${script}.ts`, file], { env })
}

test('the database, its companion files, backups and restored files are readable by their owner only', async () => {
  const folder = join(temporaryFolder(), 'new/data')
  const database = join(folder, 'live.db')
  const backup = join(folder, 'backup.db')
  const url = `sqlite:${database}`
  const companions = ['', '-wal', '-shm'].map((suffix) => `live.db${suffix}`)
  const server = await startReadyServer({ DATABASE_URL: url })
  await server.register('someone')
  expect(modeOf(folder)).toBe('700')
  expect(modeOf(join(folder, '..'))).toBe('700')
  expect(modesIn(folder)).toEqual(Object.fromEntries(companions.map((name) => [name, OWNER_ONLY])))

  await run('backup', url, backup)
  expect(modeOf(backup)).toBe(OWNER_ONLY)
  // A killed older version leaves a write-ahead log behind.
  await server.end('SIGKILL')
  for (const name of readdirSync(folder)) chmodSync(join(folder, name), 0o644)
  const restarted = await startReadyServer({ DATABASE_URL: url })
  for (const name of companions) expect(modeOf(join(folder, name)), name).toBe(OWNER_ONLY)
  await restarted.end('SIGTERM')

  chmodSync(database, 0o644)
  await run('restore', url, backup)
  chmodSync(backup, 0o600)
  expect(new Set(Object.values(modesIn(folder)))).toEqual(new Set([OWNER_ONLY]))
  expect(existsSync(database)).toBe(true)
})
