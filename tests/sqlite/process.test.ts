import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pending } from '../../test-support/pending-promise.ts'
import { engine, newDatabase, PASSWORD } from '../app.ts'
import { type CodeHost, startCodeHost } from '../fake-code-host.ts'

type Server = { address: string; process: ChildProcess; output(): string; ended: Promise<number | null> }

const started: ChildProcess[] = []
let host: CodeHost
let servers: [Server, Server]
let drop: () => Promise<void>

// Starting a process takes longer than the tests, so they share two.
beforeAll(async () => {
  host = await startCodeHost()
  const database = await newDatabase()
  drop = database.drop
  const environment = { DATABASE_URL: database.url, GITHUB_API_URL: host.url }
  servers = await Promise.all([serve(environment), serve(environment)])
})
afterAll(async () => {
  for (const child of started) child.kill('SIGKILL')
  await host.stop()
  await drop()
})

function run(environment: Record<string, string>) {
  const child = spawn(process.execPath, ['server/main.ts'], {
    env: { PATH: process.env.PATH, PORT: '0', LOG_LEVEL: 'info', RATE_LIMIT: 'off', ...environment },
  })
  started.push(child)
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (data) => {
      output += data
    })
  }
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  return { process: child, output: () => output, ended }
}

async function serve(environment: Record<string, string>): Promise<Server> {
  const server = run(environment)
  let over = false
  void server.ended.then(() => {
    over = true
  })
  for (;;) {
    const address = /is at (http:\S+) with its data in/.exec(server.output())?.[1]
    if (address) return { address, ...server }
    if (over) throw new Error(server.output())
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

const isReachable = (address: string) =>
  fetch(`${address}/healthz`, { headers: { connection: 'close' } }).then(
    () => true,
    () => false,
  )

async function signUp(address: string): Promise<string> {
  const body = JSON.stringify({ name: 'N', email: `${crypto.randomUUID()}@example.com`, password: PASSWORD })
  const response = await fetch(`${address}/api/users`, { method: 'POST', headers: JSON_TYPE, body })
  return ((await response.json()) as { token: string }).token
}

const JSON_TYPE = { 'content-type': 'application/json' }

test('two processes that both write see each other’s writes in the next read', async () => {
  const token = await signUp(servers[0].address)
  const call = async (server: Server, method: string, path: string, body?: object) => {
    const headers = { 'x-auth-token': token, ...JSON_TYPE }
    const response = await fetch(`${server.address}${path}`, { method, headers, body: JSON.stringify(body) })
    expect(response.status).toBe(200)
    return response.json() as Promise<{ _id: string; date: string }>
  }
  const profile = { status: 'Other', skills: 'x' }
  for (let round = 0; round < 20; round++) {
    const [writer, reader] = round % 2 ? servers : [servers[1], servers[0]]
    // The reader checks for changes after each of its own writes.
    const busy = pending(
      Promise.all([1, 2, 3].map((i) => call(reader, 'POST', '/api/profile', { ...profile, bio: `${i}` }))),
    )
    const { _id, date } = await call(writer, 'POST', '/api/posts', { text: `Round ${round}` })
    expect(Math.abs(Date.parse(date) - Date.now())).toBeLessThan(60_000)
    const feed = (await call(reader, 'GET', '/api/posts?limit=1')) as unknown as { _id: string }[]
    expect(feed[0]?._id).toBe(_id)
    await busy
  }
})

test('the log and the health check state the version, which is in the changelog', async () => {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8'))
  const [server] = servers
  expect(server.output()).toContain(`"version":"${version}","msg":"Developer Connector ${version} is at http`)
  const response = await fetch(`${server.address}/healthz`)
  expect(await response.json()).toEqual({ alive: true, version })
  expect(readFileSync('CHANGELOG.md', 'utf8')).toContain(`## [${version}]`)
})

test.each([
  ['SIGTERM', 0],
  ['SIGINT', 1],
] as const)('%s lets finish what is running, takes nothing new and ends with 0', async (signal, which) => {
  const server = servers[which]
  const requested = Promise.withResolvers<ServerResponse>()
  host.respond = requested.resolve
  const running = pending(fetch(`${server.address}/api/profile/github/ada`))
  const fromHost = await requested.promise
  server.process.kill(signal)
  await expect.poll(() => isReachable(server.address)).toBe(false)
  fromHost.end('[]')
  const response = await running
  expect(response.status).toBe(200)
  expect(await response.json()).toEqual([])
  expect(await server.ended).toBe(0)
  expect(server.output()).not.toMatch(/"level":(50|60)|Error/)
})

// Unit tests cover the other invalid settings.
test.runIf(engine === 'sqlite')(
  'an invalid setting ends the start with a message and exit code 1',
  async () => {
    const server = run({ PORT: '70000' })
    expect(await server.ended).toBe(1)
    expect(server.output().trim()).toBe('PORT must be a port number from 0 to 65535, but it is "70000".')
  },
)
