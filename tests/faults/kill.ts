import { expect, test } from 'vitest'
import { until } from '../../starters/until.ts'
import { LONG, startReadyServer, startServer } from './server-process.ts'
import { findNotTold, readStored } from './stored.ts'
import { Writers } from './writers.ts'

const KILLS = LONG ? 100 : 20
const READY_WITHIN = 3_000

/** Kills the server repeatedly in the middle of writes; run on each engine. */
export function testKills(databaseUrl: () => string): void {
  test(`${KILLS} kills in the middle of writes lose no acknowledged write`, async () => {
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
    expect(await findNotTold(url)).toEqual([])
    expect([...writers.expected].filter((text) => !texts.has(text))).toEqual([])
    expect([...writers.deleted].filter((text) => texts.has(text))).toEqual([])
    // A kill may only close connections, never cause a wrong response.
    expect(writers.failures).toEqual([])
    expect(writers.cutOff).toBeGreaterThan(0)
    for (const registered of writers.tokens) {
      expect((await server.call('GET', '/api/auth', registered)).status).toBe(200)
    }
    expect((await server.call('GET', '/api/auth', token)).status).toBe(200)
    // While other tests run, a single start may be slow; on its own, none is.
    const sorted = starts.sort((a, b) => a - b)
    expect(LONG ? sorted.at(-1) : sorted[Math.floor(KILLS / 2)]).toBeLessThan(READY_WITHIN)
  })
}
