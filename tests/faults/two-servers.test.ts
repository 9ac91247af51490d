import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { LONG } from '../../test-support/long-runs.ts'
import { pending } from '../../test-support/pending-promise.ts'
import { until } from '../../test-support/polling.ts'
import { startReadyServer, temporaryFolder } from './server-process.ts'
import { readStored } from './stored-content.ts'
import { Writers } from './writers.ts'

const WRITES = LONG ? 5_000 : 500

test('two servers on one SQLite file share it without losing or mixing anything', async () => {
  const url = `sqlite:${join(temporaryFolder(), 'shared.db')}`
  // Started together, so that they also race for the migrations.
  const [first, second] = await Promise.all([
    startReadyServer({ DATABASE_URL: url }),
    startReadyServer({ DATABASE_URL: url }),
  ])
  const token = await first.register('writer')
  const writers = [new Writers(), new Writers()] as const
  writers[0].start(first, token)
  writers[1].start(second, token)
  for (let round = 0; round < 20; round++) {
    const { body } = await first.call('POST', '/api/posts', token, { text: 'Seen?' })
    const { _id } = body as { _id: string }
    expect((await second.call('GET', `/api/posts/${_id}`, token)).status).toBe(200)
    await second.call('DELETE', `/api/posts/${_id}`, token)
    expect((await first.call('GET', `/api/posts/${_id}`, token)).status).toBe(404)
  }
  await until(async () => writers.every(({ acknowledged }) => acknowledged >= WRITES / 2), 90_000)
  await Promise.all(writers.map((writer) => writer.stop()))

  const { texts, faults } = await readStored(url)
  expect(faults).toEqual([])
  for (const { expected, deleted, failures, withoutResponse } of writers) {
    expect(failures).toEqual([])
    expect(withoutResponse).toBe(0)
    expect([...expected].filter((text) => !texts.has(text))).toEqual([])
    expect([...deleted].filter((text) => texts.has(text))).toEqual([])
  }
  await first.call('DELETE', '/api/auth', token)
  expect((await second.call('GET', '/api/auth', token)).status).toBe(401)
  expect(await Promise.all([first.end('SIGTERM'), second.end('SIGTERM')])).toEqual([0, 0])
})

test('while another program locks the file, writers get a 503 and readers are not affected', async () => {
  const file = join(temporaryFolder(), 'locked.db')
  const server = await startReadyServer({ DATABASE_URL: `sqlite:${file}` })
  const token = await server.register('writer')
  // The server may be busy with a job of its start.
  const foreignProgram = new DatabaseSync(file, { timeout: 5_000 })
  foreignProgram.exec('begin immediate')
  let remainingWrites = 5
  const writes = pending(
    Promise.all(
      Array.from({ length: remainingWrites }, async () => {
        const response = await server.call('POST', '/api/posts', token, { text: 'Waiting' })
        remainingWrites--
        return response
      }),
    ),
  )
  for (let read = 0; read < 10; read++) {
    expect((await server.call('GET', '/api/posts', token)).status).toBe(200)
  }
  expect(remainingWrites).toBe(5)
  for (const { status, retryAfter } of await writes) {
    expect(status).toBe(503)
    expect(Number(retryAfter)).toBeGreaterThan(0)
  }
  foreignProgram.exec('rollback')
  foreignProgram.close()
  expect((await server.call('POST', '/api/posts', token, { text: 'Free' })).status).toBe(200)
})
