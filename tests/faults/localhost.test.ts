import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { createServer } from 'node:net'
import { networkInterfaces } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { freePort } from '../../test-support/free-port.ts'
import { pending } from '../../test-support/pending-promise.ts'
import { until } from '../../test-support/polling.ts'
import { startCodeHost } from '../fake-code-host.ts'
import { ServerProcess, startReadyServer, temporaryFolder } from './server-process.ts'

const hasIPv6 = Object.values(networkInterfaces())
  .flat()
  .some((each) => each?.address === '::1')
const inBoth = test.skipIf(!hasIPv6)
const ADDRESSES = ['127.0.0.1', '[::1]', 'localhost']

inBoth.each(['1', '2'])('by default, both addresses of localhost are served, WORKERS=%s', async (WORKERS) => {
  const DATABASE_URL = `sqlite:${join(temporaryFolder(), 'localhost.db')}`
  const server = await startReadyServer({ DATABASE_URL, WORKERS, LOG_LEVEL: 'info' })
  const { port } = new URL(server.base)
  await until(async () => server.output.includes(`is at http://localhost:${port} with`))
  for (const address of ADDRESSES) {
    const response = await fetch(`http://${address}:${port}/api/profile`)
    expect([response.status, await response.json()]).toEqual([200, []])
  }
})

test.each(['with', 'without'])(
  'a server that listens on all addresses prints none of them, %s PUBLIC_URL',
  async (has) => {
    const environment = { DATABASE_URL: 'sqlite::memory:', HOST: '0.0.0.0', LOG_LEVEL: 'info' }
    const PUBLIC_URL = has === 'with' ? 'https://community.example' : ''
    const server = await startReadyServer({ ...environment, PUBLIC_URL })
    const local = `http://localhost:${new URL(server.base).port}`
    await until(async () => server.output.includes(`open ${PUBLIC_URL || local}/setup#`))
    expect(server.output).toContain(`is at ${local} with`)
    expect(server.output).not.toContain('0.0.0.0')
  },
)

inBoth('a stop interrupts no accepted request on the second address', async () => {
  const host = await startCodeHost()
  onTestFinished(() => host.stop())
  const requested = Promise.withResolvers<ServerResponse>()
  host.respond = requested.resolve
  const server = await startReadyServer({ DATABASE_URL: 'sqlite::memory:', GITHUB_API_URL: host.url })
  const { port } = new URL(server.base)
  const request = pending(fetch(`http://[::1]:${port}/api/profile/github/ada`))
  const response = await requested.promise
  const ended = server.end('SIGTERM')
  await until(async () => (await server.status('/healthz')) === 0)
  response.end('[]')
  expect((await request).status).toBe(200)
  expect(await ended).toBe(0)
})

inBoth('a port that another program has on the second address is in use', async () => {
  const port = await freePort()
  const other = createServer().listen(port, '::1')
  await once(other, 'listening')
  const server = new ServerProcess({ DATABASE_URL: 'sqlite::memory:' }, port)
  expect(await server.exitCode()).toBe(1)
  expect(server.output.trim()).toBe(`Port ${port} of localhost is in use already; set PORT to another one.`)
  other.close()
})
