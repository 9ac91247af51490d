import { expect, test } from 'vitest'
import { openDatabase } from '../../server/database/database.ts'
import { isIndexed as isEverythingIndexed, restartIndex } from '../../server/features/search/indexer.ts'
import { LONG } from '../../test-support/long-runs.ts'
import { until } from '../../test-support/polling.ts'
import { type ServerProcess, startReadyServer } from './server-process.ts'
import { findNotIndexed, findNotNotified, readStored } from './stored-content.ts'
import { Writers } from './writers.ts'

const KILLS = LONG ? 100 : 20
const SEARCHED = 30

export function testKills(databaseUrl: () => string | Promise<string>): void {
  test(`${KILLS} kills in the middle of writes lose no acknowledged write, and nothing of the index`, async () => {
    const url = await databaseUrl()
    const writers = new Writers()
    let server = await startReadyServer({ DATABASE_URL: url })
    const token = await server.register('writer')
    for (let kill = 1; kill <= KILLS; kill++) {
      const before = writers.acknowledged
      writers.start(server, token)
      await until(async () => writers.acknowledged >= before + 10)
      if (kill === Math.ceil(KILLS / 2)) await indexAgain(url)
      // The search starts to index the new texts.
      const searching = server.call('GET', '/api/search?q=nothing', token).catch(() => {})
      await server.end('SIGKILL')
      await searching
      await writers.stop()
      server = await startReadyServer({ DATABASE_URL: url })
    }
    const { texts, faults } = await readStored(url)
    expect(faults).toEqual([])
    expect(await findNotNotified(url)).toEqual([])
    expect([...writers.expected].filter((text) => !texts.has(text))).toEqual([])
    expect([...writers.deleted].filter((text) => texts.has(text))).toEqual([])
    await until(() => isIndexed(url))
    expect(await findNotIndexed(url)).toEqual([])
    for (const text of [...writers.expected].slice(-SEARCHED))
      expect(await countMatches(server, token, text)).toBe(1)
    for (const text of [...writers.deleted].slice(-SEARCHED))
      expect(await countMatches(server, token, text)).toBe(0)
    // A kill may only close connections, never cause a wrong response.
    expect(writers.failures).toEqual([])
    expect(writers.withoutResponse).toBeGreaterThan(0)
    for (const registered of writers.tokens) {
      expect((await server.call('GET', '/api/auth', registered)).status).toBe(200)
    }
    expect((await server.call('GET', '/api/auth', token)).status).toBe(200)
  })
}

async function indexAgain(url: string): Promise<void> {
  const db = openDatabase(url)
  await db.transaction(restartIndex)
  await db.close()
}

async function isIndexed(url: string): Promise<boolean> {
  const db = openDatabase(url)
  const isDone = await isEverythingIndexed(db.kysely)
  await db.close()
  return isDone
}

async function countMatches(server: ServerProcess, token: string, text: string): Promise<number> {
  const { body } = await server.call('GET', `/api/search?q=${text}`, token)
  return (body as unknown[]).length
}
