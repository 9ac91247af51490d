import { expect, test } from 'vitest'
import { until } from '../../starters/until.ts'
import { LONG, startReadyServer, startServer } from './server-process.ts'
import { readStored } from './stored.ts'
import { Writers } from './writers.ts'

const KILLS = LONG ? 100 : 20
const READY_WITHIN = 3_000

/** The server is killed again and again in the middle of writes; each engine runs it. */
export function testKills(databaseUrl: () => string): void {
  test(`${KILLS} kills in the middle of writes lose nothing that was acknowledged`, async () => {
    const url = databaseUrl()
    const writers = new Writers()
    let server = await startReadyServer({ DATABASE_URL: url })
    const token = await server.register('writer')
    const starts: number[] = []
    for (let kill = 1; kill <= KILLS; kill++) {
      const before = writers.acknowledged
      writers.start(server, token)
      await until(async () => writers.acknowledged >= before + 10)
      await server.end('SIGKILL')
      await writers.stop()
      server = await startServer({ DATABASE_URL: url })
      starts.push(await server.untilReady())
    }
    const { texts, faults } = await readStored(url)
    expect(faults).toEqual([])
    expect([...writers.kept].filter((text) => !texts.has(text))).toEqual([])
    expect([...writers.deleted].filter((text) => texts.has(text))).toEqual([])
    // A kill only ever takes the connection, never the answer that a request deserves.
    expect(writers.failures).toEqual([])
    expect(writers.cutOff).toBeGreaterThan(0)
    for (const registered of writers.tokens) {
      expect((await server.call('GET', '/api/auth', registered)).status).toBe(200)
    }
    expect((await server.call('GET', '/api/auth', token)).status).toBe(200)
    // Beside other tests a single start may be slow; alone none is.
    const sorted = starts.sort((a, b) => a - b)
    expect(LONG ? sorted.at(-1) : sorted[Math.floor(KILLS / 2)]).toBeLessThan(READY_WITHIN)
  })
}
