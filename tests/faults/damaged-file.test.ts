import { hash } from 'node:crypto'
import { copyFileSync, readFileSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openDatabase } from '../../server/database/database.ts'
import { startReadyServer, startServer, temporaryFolder } from './server-process.ts'

const SENTENCE =
  /^The database file .*damaged\.db is damaged \(.+\); it was left as it is\. .*npm run restore -- FILE.*$/s

const fingerprint = (file: string) => hash('sha256', readFileSync(file))

async function makeDatabase(): Promise<string> {
  const file = join(temporaryFolder(), 'intact.db')
  const server = await startReadyServer({ DATABASE_URL: `sqlite:${file}` })
  const token = await server.register('someone')
  for (let post = 0; post < 20; post++) {
    await server.call('POST', '/api/posts', token, { text: `${post} `.repeat(2_000) })
  }
  expect(await server.end('SIGTERM')).toBe(0)
  return file
}

test('a damaged file stops the start with a message and is left unchanged', async () => {
  const intact = await makeDatabase()
  const { length } = readFileSync(intact)
  const damages: Record<string, (file: string) => void> = {
    'no database at all': (file) => writeFileSync(file, 'This is a letter to my bank.'),
    'garbage at its start': (file) => overwrite(file, 0, 4096),
    'no end': (file) => truncateSync(file, Math.floor(length / 2)),
    'its first bytes only': (file) => truncateSync(file, 60),
    'garbage in its middle': (file) => overwrite(file, Math.floor(length / 2), 12_288),
    'garbage in its tables of contents': (file) => overwrite(file, 100, 3_000),
    'nothing in it but a log next to it': (file) => {
      truncateSync(file, 0)
      writeFileSync(`${file}-wal`, 'log')
    },
  }
  for (const [damage, inflict] of Object.entries(damages)) {
    const file = join(temporaryFolder(), 'damaged.db')
    copyFileSync(intact, file)
    inflict(file)
    const before = fingerprint(file)
    expect(() => openDatabase(`sqlite:${file}`), damage).toThrow(SENTENCE)
    expect(fingerprint(file), damage).toBe(before)
  }
})

test('a running server that finds its file damaged says so and exits', async () => {
  const file = join(temporaryFolder(), 'damaged.db')
  writeFileSync(file, 'This is a letter to my bank.')
  const server = await startServer({ DATABASE_URL: `sqlite:${file}` })
  expect(await server.exitCode()).toBe(1)
  expect(server.output.trim()).toMatch(SENTENCE)
  expect(readFileSync(file, 'utf8')).toBe('This is a letter to my bank.')
})

test('a failed start is explained in one line, without a stack trace', async () => {
  const server = await startReadyServer({ DATABASE_URL: 'sqlite::memory:' })
  const { port } = new URL(server.base)
  const second = await startServer({ DATABASE_URL: 'sqlite::memory:', PORT: port })
  expect(await second.exitCode()).toBe(1)
  expect(second.output.trim()).toBe(`Port ${port} of localhost is in use already; set PORT to another one.`)
})

test('a path where no file can be created is explained too', () => {
  const folder = temporaryFolder()
  expect(() => openDatabase(`sqlite:${folder}`)).toThrow(/^The database file .* cannot be used: .+\.$/)
})

function overwrite(file: string, offset: number, length: number): void {
  const bytes = readFileSync(file)
  bytes.fill(0xa5, offset, offset + length)
  writeFileSync(file, bytes)
}
