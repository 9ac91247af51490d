import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { until } from '../../test-support/polling.ts'
import { ServerProcess, startReadyServer, startServer, temporaryFolder } from '../faults/server-process.ts'

const environment = () => ({
  DATABASE_URL: `sqlite:${join(temporaryFolder(), 'shared.db')}`,
  WORKERS: '2',
  LOG_LEVEL: 'info',
})

function listeners({ output }: ServerProcess): number[] {
  return [...output.matchAll(/"worker":(\d+),"msg":"a worker listens"/g)].map(([, pid]) => Number(pid))
}

async function startWorkers(): Promise<ServerProcess> {
  const server = await startReadyServer(environment())
  await until(async () => listeners(server).length === 2)
  return server
}

async function metric(server: ServerProcess, pattern: RegExp): Promise<number> {
  const response = await fetch(`${server.base}/metrics`)
  expect(response.status).toBe(200)
  return Number(pattern.exec(await response.text())?.[1])
}

/** The main process hands connections to the workers in turn. */
async function ask(server: ServerProcess, path: string, times: number): Promise<number[]> {
  return Promise.all(
    Array.from({ length: times }, async () => {
      const response = await fetch(`${server.base}${path}`, { headers: { connection: 'close' } })
      await response.arrayBuffer()
      return response.status
    }),
  )
}

test('two workers share one port, report joint metrics and exit with 0', async () => {
  const server = await startWorkers()
  expect(new Set(await ask(server, '/api/profile', 20))).toEqual(new Set([200]))
  const serving = () => [...server.output.matchAll(/"pid":(\d+).*"request completed"/g)].map(([, pid]) => pid)
  await until(async () => new Set(serving()).size === 2)
  const requestCounter = /http_request_duration_seconds_count\{[^}]*route="\/api\/profile"[^}]*\} (\d+)/
  expect(await metric(server, requestCounter)).toBe(20)
  expect(await metric(server, /^database_connections (\d+)/m)).toBe(4)
  expect(await server.end('SIGTERM')).toBe(0)
})

test('a killed worker is replaced while the other keeps serving', async () => {
  const server = await startWorkers()
  const token = await server.register('member')
  const [first = 0] = listeners(server)
  process.kill(first, 'SIGKILL')
  await until(async () => server.output.includes('a worker ended unexpectedly'))
  expect(new Set(await ask(server, '/api/profile', 10))).toEqual(new Set([200]))
  await until(async () => listeners(server).length === 3)
  expect(new Set(await ask(server, '/api/profile', 10))).toEqual(new Set([200]))
  expect((await server.call('GET', '/api/auth', token)).status).toBe(200)
  expect(await server.end('SIGTERM')).toBe(0)
})

test('no worker is restarted once the server is stopping, even if all were killed', async () => {
  const server = await startWorkers()
  for (const pid of listeners(server)) process.kill(pid, 'SIGKILL')
  await until(async () => server.output.split('a worker ended unexpectedly').length === 3)
  expect(await server.end('SIGTERM')).toBe(0)
})

test('a worker that hangs loses only its own metrics', async () => {
  const server = await startWorkers()
  const [first = 0] = listeners(server)
  process.kill(first, 'SIGSTOP')
  try {
    // Some reach the hanging worker, which fails only when it should accept a connection.
    const responses = [1, 2, 3, 4, 5].map(() =>
      fetch(`${server.base}/metrics`, { headers: { connection: 'close' } }),
    )
    const response = await Promise.race(responses)
    expect(response.status).toBe(503)
    expect(response.headers.get('retry-after')).toBe('5')
    process.kill(first, 'SIGCONT')
    await Promise.all(responses)
  } finally {
    process.kill(first, 'SIGCONT')
  }
  expect(await metric(server, /^database_connections (\d+)/m)).toBe(4)
  expect(await server.end('SIGTERM')).toBe(0)
})

test('a server that cannot start at all is not restarted forever', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => other.once('listening', resolve))
  const { port } = other.address() as AddressInfo
  const server = new ServerProcess({ ...environment(), PORT: String(port) }, port)
  expect(await server.exitCode()).toBe(1)
  expect(server.output).toContain(`Port ${port} of localhost is in use already`)
  other.close()

  const memory = await startServer({ ...environment(), DATABASE_URL: 'sqlite::memory:' })
  expect(await memory.exitCode()).toBe(1)
  expect(memory.output).toContain('WORKERS needs a DATABASE_URL that all of them can open')
})
