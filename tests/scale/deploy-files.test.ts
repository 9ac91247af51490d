import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, cpSync, existsSync, globSync, readFileSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { parse } from 'yaml'
import { readSettings } from '../../server/platform/process/settings.ts'
import { freePort } from '../../test-support/free-port.ts'
import { until } from '../../test-support/polling.ts'
import { temporaryFolder } from '../faults/server-process.ts'
import { MailServer } from '../mail-server.ts'

const read = (file: string) => readFileSync(file, 'utf8')
const manifest = JSON.parse(read('package.json'))
const dockerfile = read('Dockerfile').replaceAll('\\\n', '')
const [buildStage = '', lastStage = ''] = dockerfile.split(/^(?=FROM )/m).slice(1)
const DEFAULT_PORT = readSettings({}).port

const instructions = (stage: string, name: string) =>
  stage
    .split('\n')
    .filter((line) => line.startsWith(`${name} `))
    .map((line) => line.slice(name.length + 1))
const environment = Object.fromEntries(
  instructions(lastStage, 'ENV')
    .flatMap((line) => line.split(' '))
    .map((pair) => pair.split('=')),
)
const command = (stage: string, name: string): string[] =>
  JSON.parse(/\[.*\]/.exec(stage.split(name)[1] ?? '')?.[0] ?? '[]')

const variablesOf = (text: string) => [...text.matchAll(/^#? ?([A-Z][A-Z_]+)=/gm)].map(([, name]) => name)

const FULL = {
  PUBLIC_URL: 'https://dev.example',
  SMTP_URL: 'smtp://mail.example',
  MAIL_FROM: 'hello@dev.example',
  CODE_HOST: 'gitlab',
  CODE_HOST_URL: 'https://gitlab.example',
  GITHUB_CLIENT_ID: 'id',
  GITHUB_CLIENT_SECRET: 'secret',
  OIDC_ISSUER: 'https://login.example',
  OIDC_CLIENT_ID: 'id',
}
const readNames = new Set<string>()
for (const env of [{}, FULL]) {
  const get = (variables: Record<string, string>, name: string) => {
    readNames.add(name)
    return variables[name]
  }
  readSettings(new Proxy(env, { get }))
}
// Further providers have the same settings under other numbers.
const knownSettings = [...readNames].filter((name) => !/^OIDC_\d/.test(name)).sort()

test('the settings, .env.example and docs/configuration.md have the same variables and defaults', () => {
  expect(knownSettings).toContain('DATABASE_URL')
  expect(variablesOf(read('.env.example')).sort()).toEqual(knownSettings)
  const page = read('docs/configuration.md')
  const rows = [...page.matchAll(/^\| `([A-Z_]+)` +\| (.*?) +\|/gm)]
  expect(rows.map(([, name]) => name).sort()).toEqual(knownSettings)
  for (const [, name, cell = ''] of rows) {
    const fallback = new RegExp(`^# ${name}=(.*)$`, 'm').exec(read('.env.example'))?.[1]
    expect(cell, name).toBe(fallback ? `\`${fallback}\`` : 'none')
    if (fallback) expect(readSettings({ [name ?? '']: fallback })).toEqual(readSettings({}))
  }
})

test('the image is built from files that exist, with scripts that exist, on the pinned Node', () => {
  for (const stage of [buildStage, lastStage]) {
    expect(/^FROM node:([\d.]+)-slim/.exec(stage)?.[1]).toBe(manifest.dependencies.node)
  }
  const copied = instructions(buildStage, 'COPY').flatMap((line) => line.split(' ').slice(0, -1))
  for (const path of copied) expect(existsSync(path), path).toBe(true)
  for (const line of instructions(buildStage, 'RUN')) {
    const script = /^npm run (\S+)$/.exec(line)?.[1]
    expect(
      line.startsWith('npm install --no-save') || Object.hasOwn(manifest.scripts, script ?? ''),
      line,
    ).toBe(true)
  }
  // The build context must have everything that the build needs, and nothing else.
  const sources = /SOURCES = \[(.*)\]/.exec(read('scripts/setup.mjs'))?.[1] ?? ''
  for (const [, source = ''] of sources.matchAll(/'([^']+)'/g)) expect(copied).toContain(source)
  const [everything, ...allowed] = read('.dockerignore')
    .split('\n')
    .filter((line) => /^[*!]/.test(line))
  expect(everything).toBe('*')
  expect(allowed.map((line) => line.slice(1)).sort()).toEqual([...copied].sort())
})

test('the image runs as an unprivileged user and declares its port and health check', () => {
  expect(instructions(lastStage, 'USER')).toEqual(['node'])
  expect(instructions(lastStage, 'EXPOSE')).toEqual([environment.PORT])
  expect(environment).toMatchObject({ HOST: '0.0.0.0', NODE_ENV: 'production', PORT: String(DEFAULT_PORT) })
  const [volume = ''] = instructions(lastStage, 'VOLUME')
  expect(environment.DATABASE_URL).toBe(`sqlite:${join(volume, 'devconnector.db')}`)
  for (const name of Object.keys(environment)) expect([...knownSettings, 'NODE_ENV']).toContain(name)
  expect(() => readSettings(environment)).not.toThrow()
  expect(`node ${command(lastStage, '\nCMD').at(-1)}`).toBe(manifest.scripts.start)
})

async function layOutImage() {
  const image = temporaryFolder()
  const data = temporaryFolder()
  for (const line of instructions(lastStage, 'COPY')) {
    const [from = '', to = ''] = line.replace('--from=build /app/', '').split(' ')
    cpSync(from, to === './' ? join(image, from) : join(image, to), { recursive: true })
  }
  const somebody = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}
  if (somebody.uid) {
    chmodSync(image, 0o755)
    execFileSync('chown', ['-R', `${somebody.uid}:${somebody.gid}`, data])
  } else execFileSync('chmod', ['-R', 'a-w', image])
  const port = String(await freePort())
  const node = reachableNode(somebody.uid !== undefined)
  const env = {
    ...environment,
    PORT: port,
    DATABASE_URL: `sqlite:${join(data, 'devconnector.db')}`,
    PATH: `${dirname(node)}:${process.env.PATH}`,
    HOME: image,
  }
  const options = { env, cwd: image, ...somebody }
  const [, ...start] = command(lastStage, '\nCMD')
  const [, ...health] = command(lastStage, 'HEALTHCHECK')
  return {
    image,
    data,
    base: `http://127.0.0.1:${port}`,
    start: () => spawn(node, start, { ...options, stdio: 'ignore' }),
    async isHealthy() {
      const [code] = await once(spawn(node, health, options), 'exit')
      return code === 0
    },
    async run(name: string, argument: string, settings: Record<string, string> = {}) {
      const child = spawn('npm', ['run', name, '--', argument], {
        ...options,
        env: { ...env, ...settings },
      })
      const output = child.stdout.toArray()
      const failures = child.stderr.toArray()
      const [code] = await once(child, 'close')
      return { code, output: [...(await output), ...(await failures)].join('') }
    },
  }
}

async function post(address: string, headers: HeadersInit, body: BodyInit) {
  return (await fetch(address, { method: 'POST', headers, body })).json()
}

const JSON_BODY = { 'content-type': 'application/json' }
const ADA = JSON.stringify({ name: 'Ada', email: 'ada@example.com', password: 'developer' })

test('the contents of the image are enough to run it on a read-only file system', async () => {
  const { data, base, start, isHealthy } = await layOutImage()
  expect(await isHealthy()).toBe(false)
  const server = start()
  const ended = once(server, 'exit')
  onTestFinished(() => void server.kill('SIGKILL'))
  await until(isHealthy)
  const page = await fetch(`${base}/login`)
  expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
  expect(statSync(join(data, 'devconnector.db')).size).toBeGreaterThan(0)
  const { token } = await post(`${base}/api/users`, JSON_BODY, ADA)
  const dot = Buffer.from('R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==', 'base64')
  const asAda = { 'content-type': 'image/gif', 'x-auth-token': token }
  const picture = await post(`${base}/api/pictures`, asAda, dot)
  expect(picture).toMatchObject({ width: 1, height: 1 })
  const metrics = await (await fetch(`${base}/metrics`)).text()
  const alerts = read('docs/production.md').matchAll(/\b((?:http|nodejs|database|cache|password)_\w+)/g)
  for (const name of new Set([...alerts].map(([, each = '']) => each))) {
    expect(metrics, name).toContain(`\n${name}`)
  }
  server.kill('SIGTERM')
  expect((await ended)[0]).toBe(0)
})

test('the commands for operators work in the image', async () => {
  const mails = new MailServer()
  await mails.start()
  onTestFinished(() => mails.stop())
  const { image, data, base, start, isHealthy, run } = await layOutImage()
  const built = Object.values<string>(manifest.scripts).flatMap((line) => /dist\/\S+/.exec(line) ?? [])
  expect(built.filter((file) => !existsSync(join(image, file)))).toEqual([])
  const server = start()
  const ended = once(server, 'exit')
  onTestFinished(() => void server.kill('SIGKILL'))
  await until(isHealthy)
  const { token } = await post(`${base}/api/users`, JSON_BODY, ADA)
  const role = async () =>
    (await (await fetch(`${base}/api/auth`, { headers: { 'x-auth-token': token } })).json()).role
  const backup = join(data, 'backup.db')

  expect(await role()).toBe('member')
  expect(await run('backup', backup)).toMatchObject({ code: 0 })
  expect(await run('admin', 'ada@example.com')).toMatchObject({ code: 0 })
  expect(await role()).toBe('admin')
  const { output } = await run('reset', 'ada@example.com')
  expect(output).toMatch(/http:\/\/localhost:\d+\/reset-password#[\w-]{43}/)
  expect(await run('mail', 'ada@example.com', mails.settings)).toMatchObject({ code: 0 })
  expect(mails.received).toHaveLength(1)
  expect((await run('restore', backup)).output).toContain('A server is using')
  server.kill('SIGTERM')
  await ended
  expect(await run('restore', backup)).toMatchObject({ code: 0 })
  const restarted = start()
  onTestFinished(() => void restarted.kill('SIGKILL'))
  await until(isHealthy)
  expect(await role()).toBe('member')
})

test('compose.yaml has a database, two app processes with all settings, and a proxy for both', () => {
  const { services, volumes } = parse(read('compose.yaml'), { merge: true })
  const { app1, app2, database, proxy } = services
  expect(app1).toEqual(app2)
  expect(app1).toMatchObject({ build: '.', read_only: true, cap_drop: ['ALL'] })
  expect(app1.depends_on).toEqual({ database: { condition: 'service_healthy' } })
  expect(app1.env_file).toBe('compose.env')
  expect(Object.keys(app1.environment).sort()).toEqual(['DATABASE_URL', 'HOST', 'PORT', 'TRUST_PROXY'])
  expect(app1.environment).toMatchObject({ HOST: environment.HOST, PORT: environment.PORT })
  const containerSettings = fillIn(app1.environment)
  expect(() => readSettings(containerSettings)).not.toThrow()
  const url = new URL(containerSettings.DATABASE_URL ?? '')
  expect(url.hostname in services).toBe(true)
  expect([url.username, url.pathname, url.password]).toEqual([
    database.environment.POSTGRES_USER,
    `/${database.environment.POSTGRES_DB}`,
    'given',
  ])
  expect(database.healthcheck.test).toContain('pg_isready')
  expect(proxy.environment.APP_SERVERS.split(' ')).toEqual([`app1:${DEFAULT_PORT}`, `app2:${DEFAULT_PORT}`])
  for (const mount of [...database.volumes, ...proxy.volumes].map(
    (each: string) => each.split(':')[0] ?? '',
  )) {
    expect(mount.startsWith('./') ? existsSync(mount) : Object.hasOwn(volumes, mount), mount).toBe(true)
  }
  expect(Object.keys(services).filter((name) => services[name].ports)).toEqual(['proxy'])
  const variables = [...read('compose.yaml').matchAll(/\$\{([A-Z_]+)/g)].map(([, name]) => name)
  const suggested = variablesOf(read('deploy/compose.env.example'))
  expect(suggested).toEqual(expect.arrayContaining(variables))
  expect([...variables, ...knownSettings]).toEqual(expect.arrayContaining(suggested))
  expect(read('.gitignore').split('\n')).toContain('compose.env')
})

test('the systemd unit runs the same as npm start, and stores the data where it may write', () => {
  const unit = read('deploy/developer-connector.service')
  const value = (name: string) =>
    [...unit.matchAll(new RegExp(`^${name}=(.*)$`, 'gm'))].map(([, text]) => text)
  const [folder = ''] = value('WorkingDirectory')
  expect(value('ExecStart')).toEqual([`${folder}/node_modules/.bin/${manifest.scripts.start}`])
  const unitSettings = Object.fromEntries(value('Environment').map((pair) => pair?.split(/=(.*)/s) ?? []))
  expect(unitSettings.DATABASE_URL).toBe(`sqlite:/var/lib/${value('StateDirectory')[0]}/devconnector.db`)
  expect(() => readSettings(unitSettings)).not.toThrow()
  expect(unit).toContain('ProtectSystem=strict')
  expect(unit).toContain('DynamicUser=yes')
  expect(unit).not.toMatch(/^MemoryDenyWriteExecute=yes/m)
})

test('the proxies use the default port, block /metrics and are documented', () => {
  for (const file of ['deploy/nginx.conf', 'deploy/Caddyfile']) {
    expect(read(file)).toContain(`127.0.0.1:${DEFAULT_PORT}`)
    expect(read(file)).toContain('/metrics')
  }
  const manual = read('docs/production.md')
  for (const file of globSync('deploy/*')) expect(manual, file).toContain(basename(file))
})

function fillIn(given: Record<string, string>): Record<string, string> {
  const fill = (text: string) =>
    text.replace(/\$\{\w+(:[-?])?[^}]*\}/g, (_, how) => (how === ':-' ? '' : 'given'))
  return Object.fromEntries(Object.entries(given).map(([name, text]) => [name, fill(text)]))
}

/** The other user may not read this user's folders, so it gets a copy. */
function reachableNode(otherUser: boolean): string {
  if (!otherUser) return process.execPath
  const folder = temporaryFolder()
  chmodSync(folder, 0o755)
  cpSync(process.execPath, join(folder, 'node'))
  return join(folder, 'node')
}
