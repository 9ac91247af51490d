import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { stopProcess } from './built-server.ts'
import { freePort } from './free-port.ts'
import { until } from './polling.ts'

const CONFIGURATION = join(import.meta.dirname, '../deploy/nginx.conf')
const PROGRAMS = ['/usr/sbin/nginx', '/usr/local/sbin/nginx', '/usr/bin/nginx']

export function findNginx(): string | undefined {
  const installed = () => PROGRAMS.find((program) => existsSync(program))
  if (!installed() && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    console.log('Installing nginx …')
    for (const args of [['update'], ['install', '-y', '--no-install-recommends', 'nginx-light']]) {
      spawnSync('apt-get', args, {
        stdio: 'ignore',
        env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      })
    }
  }
  return installed()
}

export type Nginx = {
  port: number
  redirectPort: number
  certificate: string
  log(): string
  stop(): Promise<void>
}

type NginxOptions = {
  program: string
  appPorts: [number, number?]
  /** Without TLS, nginx still reports https to the app. */
  tls: boolean
  avoidsFailed?: boolean
}

type Replacement = [from: string | RegExp, to: string]

export async function startNginx({
  program,
  appPorts,
  tls,
  avoidsFailed = true,
}: NginxOptions): Promise<Nginx> {
  const folder = mkdtempSync(join(tmpdir(), 'devconnector-nginx-'))
  // nginx that is started by root runs its workers as another user.
  chmodSync(folder, 0o755)
  const port = await freePort()
  const redirectPort = await freePort()
  const certificate = makeCertificate(folder)
  const site = adaptConfiguration([
    ...upstreamReplacements(appPorts),
    ['listen 80;', `listen 127.0.0.1:${redirectPort};`],
    ...(avoidsFailed ? [] : [[/max_fails=1/g, 'max_fails=0'] satisfies Replacement]),
    ...(tls ? tlsReplacements(port, folder) : plainReplacements(port)),
  ])
  writeFileSync(join(folder, 'site.conf'), site)
  writeFileSync(join(folder, 'nginx.conf'), mainConfiguration(folder))
  const logFile = join(folder, 'error.log')
  const log = () => (existsSync(logFile) ? readFileSync(logFile, 'utf8') : '')
  const nginx = spawn(program, ['-p', folder, '-c', join(folder, 'nginx.conf')], { stdio: 'pipe' })
  await until(async () => {
    if (nginx.exitCode !== null) throw new Error(`nginx did not start:\n${nginx.stderr.read()}\n${log()}`)
    return fetch(`http://127.0.0.1:${redirectPort}/`, { redirect: 'manual' }).then(
      () => true,
      () => false,
    )
  })
  return {
    port,
    redirectPort,
    certificate,
    log,
    async stop() {
      await stopProcess(nginx)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function adaptConfiguration(replacements: Replacement[]): string {
  return replacements.reduce(
    (site, [from, to]) => {
      const adapted = site.replace(from, to)
      if (adapted === site) throw new Error(`deploy/nginx.conf does not contain ${from}`)
      return adapted
    },
    readFileSync(CONFIGURATION, 'utf8'),
  )
}

function upstreamReplacements([first, second]: NginxOptions['appPorts']): Replacement[] {
  return [
    ['127.0.0.1:5000', `127.0.0.1:${first}`],
    second ? ['127.0.0.1:5001', `127.0.0.1:${second}`] : [/ *server 127\.0\.0\.1:5001.*\n/, ''],
  ]
}

function tlsReplacements(port: number, folder: string): Replacement[] {
  return [
    ['listen 443 ssl', `listen 127.0.0.1:${port} ssl`],
    ['/etc/letsencrypt/live/example.org/fullchain.pem', join(folder, 'certificate.pem')],
    ['/etc/letsencrypt/live/example.org/privkey.pem', join(folder, 'key.pem')],
  ]
}

function plainReplacements(port: number): Replacement[] {
  return [
    ['listen 443 ssl http2;', `listen 127.0.0.1:${port};`],
    [/ *ssl_.*\n/g, ''],
    ['X-Forwarded-Proto $scheme', 'X-Forwarded-Proto https'],
  ]
}

function mainConfiguration(folder: string): string {
  mkdirSync(join(folder, 'temporary'))
  const temporaryPaths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (kind) => `${kind}_temp_path ${folder}/temporary/${kind};`,
  )
  return `daemon off; worker_processes 1; pid ${folder}/pid; error_log ${folder}/error.log info;
    events {} http { access_log off; ${temporaryPaths.join(' ')} include ${folder}/site.conf; }`
}

function makeCertificate(folder: string): string {
  const file = join(folder, 'certificate.pem')
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes']
  const name = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1']
  const files = ['-keyout', join(folder, 'key.pem'), '-out', file]
  execFileSync('openssl', ['req', '-x509', '-days', '1', ...key, ...name, ...files], { stdio: 'pipe' })
  return readFileSync(file, 'utf8')
}
