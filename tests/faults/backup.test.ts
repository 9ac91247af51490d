import { execFile } from 'node:child_process'
import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { until } from '../../test-support/polling.ts'
import { startReadyServer, temporaryFolder } from './server-process.ts'
import { readStored } from './stored-content.ts'
import { Writers } from './writers.ts'

type Outcome = { ok: boolean; output: string }

async function run(script: 'backup' | 'restore', databaseUrl: string, ...args: string[]): Promise<Outcome> {
  const env = { ...process.env, DATABASE_URL: databaseUrl }
  return promisify(execFile)(process.execPath, [`scripts/${script}.ts`, ...args], { env }).then(
    ({ stdout, stderr }) => ({ ok: true, output: stdout + stderr }),
    ({ stdout, stderr }) => ({ ok: false, output: stdout + stderr }),
  )
}

function contents(file: string): Record<string, unknown[]> {
  const db = new DatabaseSync(file, { readOnly: true })
  const tables = db.prepare("select name from sqlite_schema where type = 'table' order by name").all()
  const rows = tables.map(({ name }) => {
    const statement = db.prepare(`select * from "${name}" order by 1`)
    // The row numbers of a full-text index are larger than safe integers.
    statement.setReadBigInts(true)
    return [name, statement.all()]
  })
  db.close()
  return Object.fromEntries(rows)
}

test('a backup made under load is consistent, and restoring it brings back exactly its data', async () => {
  const folder = temporaryFolder()
  const database = join(folder, 'live.db')
  const backup = join(folder, 'backup.db')
  const url = `sqlite:${database}`
  const server = await startReadyServer({ DATABASE_URL: url })
  const token = await server.register('writer')
  const writers = new Writers()
  writers.start(server, token)
  await until(async () => writers.acknowledged >= 50)
  const before = [...writers.expected]
  expect(await run('backup', url, backup)).toEqual({
    ok: true,
    output: `Backed up ${database} to ${backup} and verified the copy.\n`,
  })
  const whileBackedUp = writers.acknowledged
  expect(whileBackedUp).toBeGreaterThan(before.length)
  await until(async () => writers.acknowledged >= whileBackedUp + 20)

  // Restoring is rejected while the server runs, even if it is idle.
  const refused = { ok: false, output: `A server is using ${database}. Stop it before you restore.\n` }
  expect(await run('restore', url, backup)).toEqual(refused)
  await writers.stop()
  expect(await run('restore', url, backup)).toEqual(refused)
  expect((await server.call('POST', '/api/posts', token, { text: 'Still here' })).status).toBe(200)
  expect(writers.failures).toEqual([])
  expect(await server.end('SIGTERM')).toBe(0)

  const { texts, faults } = await readStored(`sqlite:${backup}`)
  expect(faults).toEqual([])
  const deletedSince = (text: string) => !writers.expected.has(text)
  expect(before.filter((text) => !texts.has(text) && !deletedSince(text))).toEqual([])

  const present = contents(database)
  const restored = await run('restore', url, backup)
  expect(restored.output).toMatch(
    /^Restored .*live\.db from .*backup\.db\. The previous database is now .*\n$/,
  )
  expect(contents(database)).toEqual(contents(backup))
  const aside = readdirSync(folder).filter((name) => name.includes('before-restore'))
  expect(aside).toHaveLength(1)
  expect(contents(join(folder, aside[0] ?? ''))).toEqual(present)

  const restarted = await startReadyServer({ DATABASE_URL: url })
  expect((await restarted.call('GET', '/api/auth', token)).status).toBe(200)
  expect((await restarted.call('POST', '/api/posts', token, { text: 'Onwards' })).status).toBe(200)
})

test('a backup replaces a damaged database, whose write-ahead log is not applied to it', async () => {
  const folder = temporaryFolder()
  const database = join(folder, 'live.db')
  const backup = join(folder, 'backup.db')
  const url = `sqlite:${database}`
  const server = await startReadyServer({ DATABASE_URL: url })
  const token = await server.register('someone')
  await run('backup', url, backup)
  await server.end('SIGKILL')
  expect(existsSync(`${database}-wal`)).toBe(true)
  writeFileSync(database, 'This is a letter to my bank.')
  expect((await run('restore', url, backup)).ok).toBe(true)
  expect(existsSync(`${database}-wal`)).toBe(false)
  const restarted = await startReadyServer({ DATABASE_URL: url })
  expect((await restarted.call('GET', '/api/auth', token)).status).toBe(200)
})

test('failures are explained in one line, and nothing is changed', async () => {
  const folder = temporaryFolder()
  const letter = join(folder, 'letter.txt')
  writeFileSync(letter, 'This is a letter to my bank.')
  const url = `sqlite:${join(folder, 'none.db')}`
  const postgres = 'postgres://x:secret@127.0.0.1:9/x'
  const cases: [Promise<Outcome>, RegExp][] = [
    [run('backup', url), /^Usage: npm run backup -- FILE\n$/],
    [run('backup', url, letter), /letter\.txt already exists\. A backup never overwrites a file\.\n$/],
    [run('backup', url, join(folder, 'new.db')), /^There is no database at .*none\.db\.\n$/],
    [
      run('backup', postgres, 'a.dump'),
      /^Use PostgreSQL.s own tool instead: pg_dump --format=custom --file=a\.dump "\$DATABASE_URL"\n$/,
    ],
    [run('restore', url, join(folder, 'new.db')), /new\.db does not exist\.\n$/],
    [run('restore', url, letter), /letter\.txt is not an intact database of this product \(.+\)\.\n$/],
    [run('restore', postgres, 'a.dump'), /^Use PostgreSQL.s own tool instead: pg_restore .*\n$/],
  ]
  for (const [outcome, sentence] of cases) {
    const { ok, output } = await outcome
    expect(output).toMatch(sentence)
    expect(ok).toBe(false)
  }
  expect(readdirSync(folder)).toEqual(['letter.txt'])
})
