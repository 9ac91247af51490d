import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { request } from 'node:https'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { stopProcess } from '../../test-support/built-server.ts'
import { freePort } from '../../test-support/free-port.ts'
import { LONG } from '../../test-support/long-runs.ts'
import { until } from '../../test-support/polling.ts'
import { startReadyServer, temporaryFolder } from '../faults/server-process.ts'

const CADDY = '/usr/bin/caddy'
const CONFIGURATION = join(import.meta.dirname, '../../deploy/Caddyfile')

type Site = { port: number; ca: Buffer }
type Options = { method?: string; path: string; token?: string; body?: unknown }

async function startCaddy(appServers: string): Promise<Site> {
  const folder = temporaryFolder()
  const port = await freePort()
  const httpPort = await freePort()
  const options = ['admin off', 'skip_install_trust', `http_port ${httpPort}`, `https_port ${port}`]
  const site = readFileSync(CONFIGURATION, 'utf8').replace(/\{\$APP_SERVERS:[^}]*\}/, appServers)
  const caddy = spawn(CADDY, ['run', '--adapter', 'caddyfile', '--config', '-'], {
    env: { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  onTestFinished(() => stopProcess(caddy))
  caddy.stdin?.end(`{\n${options.join('\n')}\n}\n${site}`)
  const root = join(folder, 'caddy/pki/authorities/local/root.crt')
  await until(async () => existsSync(root))
  const started = { port, ca: readFileSync(root) }
  await until(
    async () => (await ask(started, { path: '/healthz' }).catch(() => undefined))?.statusCode === 200,
  )
  return started
}

function ask({ port, ca }: Site, { method = 'GET', path, token = '', body }: Options) {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  const headers = { 'content-type': 'application/json', 'x-auth-token': token }
  const sent = request({ host: 'localhost', port, path, method, ca, agent: false, headers }, resolve)
  sent.on('error', reject).end(body === undefined ? undefined : JSON.stringify(body))
  onTestFinished(() => void sent.destroy())
  return promise
}

test.skipIf(!LONG || !existsSync(CADDY))(
  'events and heartbeats pass through deploy/Caddyfile, until the session ends',
  async () => {
    const environment = {
      DATABASE_URL: `sqlite:${join(temporaryFolder(), 'site.db')}`,
      TRUST_PROXY: 'loopback',
    }
    const processes = await Promise.all([startReadyServer(environment), startReadyServer(environment)])
    const site = await startCaddy(processes.map(({ base }) => new URL(base).host).join(' '))
    const account = { name: 'Ada', email: 'ada@example.com', password: 'correct horse' }
    const registered = await ask(site, { method: 'POST', path: '/api/users', body: account })
    const { token } = JSON.parse(Buffer.concat(await Array.fromAsync(registered)).toString())
    const stream = await ask(site, { path: '/api/events', token })
    let heard = ''
    stream.on('data', (bytes) => {
      heard += bytes
    })
    for (let post = 1; post <= 4; post++) {
      await ask(site, { method: 'POST', path: '/api/posts', token, body: { text: `Post ${post}` } })
      await until(async () => heard.split('event: post').length === post + 1, 2_000)
    }
    heard = ''
    await until(async () => heard.startsWith(':\n'), 60_000)
    await ask(site, { method: 'DELETE', path: '/api/auth', token })
    await until(async () => stream.readableEnded, 2_000)
    expect(stream.complete).toBe(true)
  },
)
