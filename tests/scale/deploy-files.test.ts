import { execFileSync, spawn } from 'node:child_process'
import { chmodSync, cpSync, existsSync, globSync, readFileSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { parse } from 'yaml'
import { readSettings } from '../../server/platform/process/settings.ts'
import { freePort } from '../../test-support/free-port.ts'
import { until } from '../../test-support/until.ts'
import { temporaryFolder } from '../faults/server-process.ts'

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
/** The variables that the server's code reads. */
const settings = [
  ...read('server/platform/process/settings.ts').matchAll(/(?:read(?:Optional)?\(\s*'|env\.)([A-Z_]+)/g),
].map(([, name]) => name ?? '')
const known = [...new Set(settings)].sort()

test('the settings, .env.example and docs/configuration.md have the same variables and defaults', () => {
  expect(known).toContain('DATABASE_URL')
  expect(variablesOf(read('.env.example')).sort()).toEqual(known)
  const page = read('docs/configuration.md')
  const rows = [...page.matchAll(/^\| `([A-Z_]+)` +\| (.*?) +\|/gm)]
  expect(rows.map(([, name]) => name).sort()).toEqual(known)
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
  // Everything the build needs is in the build context, and nothing else.
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
  for (const name of Object.keys(environment)) expect([...known, 'NODE_ENV']).toContain(name)
  expect(() => readSettings(environment)).not.toThrow()
  expect(`node ${command(lastStage, '\nCMD').at(-1)}`).toBe(manifest.scripts.start)
})

test('the contents of the image are enough to run it on a read-only file system', async () => {
  const [image, data] = [temporaryFolder(), temporaryFolder()]
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
  const env = { ...environment, PORT: port, DATABASE_URL: `sqlite:${join(data, 'devconnector.db')}` }
  const [, ...start] = command(lastStage, '\nCMD')
  const [, ...health] = command(lastStage, 'HEALTHCHECK')
  const node = reachableNode(somebody.uid !== undefined)

  const isHealthy = () => {
    const check = spawn(node, health, { env, cwd: image, ...somebody })
    return new Promise<boolean>((resolve) => check.once('exit', (code) => resolve(code === 0)))
  }
  expect(await isHealthy()).toBe(false)
  const server = spawn(node, start, { env, cwd: image, stdio: 'ignore', ...somebody })
  const ended = new Promise((resolve) => server.once('exit', resolve))
  onTestFinished(() => void server.kill('SIGKILL'))
  await until(isHealthy)
  const page = await fetch(`http://127.0.0.1:${port}/login`)
  expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
  expect(statSync(join(data, 'devconnector.db')).size).toBeGreaterThan(0)
  const post = async (path: string, headers: HeadersInit, body: BodyInit) =>
    (await fetch(`http://127.0.0.1:${port}${path}`, { method: 'POST', headers, body })).json()
  const ada = JSON.stringify({ name: 'Ada', email: 'ada@example.com', password: 'developer' })
  const { token } = await post('/api/users', { 'content-type': 'application/json' }, ada)
  const dot = Buffer.from('R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==', 'base64')
  const picture = await post('/api/pictures', { 'content-type': 'image/gif', 'x-auth-token': token }, dot)
  expect(picture).toMatchObject({ width: 1, height: 1 })
  // The metrics of the documented alerts exist.
  const metrics = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
  const alerts = read('docs/production.md').matchAll(/\b((?:http|nodejs|database|cache|password)_\w+)/g)
  for (const name of new Set([...alerts].map(([, each = '']) => each))) {
    expect(metrics, name).toContain(`\n${name}`)
  }
  server.kill('SIGTERM')
  expect(await ended).toBe(0)
})

test('compose.yaml has a database, two app processes that wait for it, and a proxy for both', () => {
  const { services, volumes } = parse(read('compose.yaml'), { merge: true })
  const { app1, app2, database, proxy } = services
  expect(app1).toEqual(app2)
  expect(app1).toMatchObject({ build: '.', read_only: true, cap_drop: ['ALL'] })
  expect(app1.depends_on).toEqual({ database: { condition: 'service_healthy' } })
  for (const name of Object.keys(app1.environment)) expect(known).toContain(name)
  const given = fillIn(app1.environment)
  expect(() => readSettings(given)).not.toThrow()
  const url = new URL(given.DATABASE_URL ?? '')
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
  // Only the proxy is reachable from outside.
  expect(Object.keys(services).filter((name) => services[name].ports)).toEqual(['proxy'])
  const asked = [...read('compose.yaml').matchAll(/\$\{([A-Z_]+)/g)].map(([, name]) => name)
  expect([...new Set(asked)].sort()).toEqual(variablesOf(read('deploy/compose.env.example')).sort())
  expect(read('.gitignore').split('\n')).toContain('compose.env')
})

test('the systemd unit runs the same as npm start, and stores the data where it may write', () => {
  const unit = read('deploy/developer-connector.service')
  const value = (name: string) =>
    [...unit.matchAll(new RegExp(`^${name}=(.*)$`, 'gm'))].map(([, text]) => text)
  const [folder = ''] = value('WorkingDirectory')
  expect(value('ExecStart')).toEqual([`${folder}/node_modules/.bin/${manifest.scripts.start}`])
  const given = Object.fromEntries(value('Environment').map((pair) => pair?.split(/=(.*)/s) ?? []))
  expect(given.DATABASE_URL).toBe(`sqlite:/var/lib/${value('StateDirectory')[0]}/devconnector.db`)
  expect(() => readSettings(given)).not.toThrow()
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

/** Substitutes ${NAME:-…} and ${NAME:?…} as Compose does. */
function fillIn(given: Record<string, string>): Record<string, string> {
  const fill = (text: string) =>
    text.replace(/\$\{\w+(:[-?])?[^}]*\}/g, (_, how) => (how === ':-' ? '' : 'given'))
  return Object.fromEntries(Object.entries(given).map(([name, text]) => [name, fill(text)]))
}

/** The other user may not read our folders, so it gets a copy. */
function reachableNode(otherUser: boolean): string {
  if (!otherUser) return process.execPath
  const folder = temporaryFolder()
  chmodSync(folder, 0o755)
  cpSync(process.execPath, join(folder, 'node'))
  return join(folder, 'node')
}
