import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { temporaryFolder, until } from '../faults/server-process.ts'
import { freePort } from '../postgres-server.ts'

/** The path of nginx; on Debian root installs it where it is missing. Undefined where there is none. */
export function findNginx(): string | undefined {
  const installed = () => ['/usr/sbin/nginx', '/usr/local/sbin/nginx', '/usr/bin/nginx'].find(existsSync)
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

export type Nginx = { port: number; plainPort: number; certificate: Buffer; log(): string }

/** Runs our own configuration, as it is shipped, with other ports and a certificate of our own. */
export async function startNginx(program: string, appPorts: [number, number]): Promise<Nginx> {
  const folder = temporaryFolder()
  chmodSync(folder, 0o755)
  mkdirSync(join(folder, 'temporary'))
  const [port, plainPort] = [await freePort(), await freePort()]
  const [certificate, key] = [join(folder, 'certificate.pem'), join(folder, 'key.pem')]
  const request = [
    'req',
    '-x509',
    '-newkey',
    'ec',
    '-pkeyopt',
    'ec_paramgen_curve:P-256',
    '-nodes',
    '-days',
    '1',
  ]
  const name = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1']
  execFileSync('openssl', [...request, ...name, '-keyout', key, '-out', certificate], { stdio: 'pipe' })

  const replacements: [string, string][] = [
    ['127.0.0.1:5000', `127.0.0.1:${appPorts[0]}`],
    ['127.0.0.1:5001', `127.0.0.1:${appPorts[1]}`],
    ['listen 80;', `listen 127.0.0.1:${plainPort};`],
    ['listen 443 ssl', `listen 127.0.0.1:${port} ssl`],
    ['/etc/letsencrypt/live/example.org/fullchain.pem', certificate],
    ['/etc/letsencrypt/live/example.org/privkey.pem', key],
  ]
  let site = readFileSync('deploy/nginx.conf', 'utf8')
  for (const [from, to] of replacements) {
    if (!site.includes(from)) throw new Error(`deploy/nginx.conf does not say ${from}`)
    site = site.replace(from, to)
  }
  writeFileSync(join(folder, 'site.conf'), site)
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (kind) => `${kind}_temp_path ${folder}/temporary/${kind};`,
  )
  writeFileSync(
    join(folder, 'nginx.conf'),
    `daemon off; worker_processes 1; pid ${folder}/pid; error_log ${folder}/error.log info;
    events {} http { access_log off; ${temporary.join(' ')} include ${folder}/site.conf; }`,
  )
  const log = () =>
    existsSync(join(folder, 'error.log')) ? readFileSync(join(folder, 'error.log'), 'utf8') : ''
  const nginx = spawn(program, ['-p', folder, '-c', join(folder, 'nginx.conf')], { stdio: 'pipe' })
  const ended = new Promise((resolve) => nginx.once('exit', resolve))
  onTestFinished(async () => {
    nginx.kill('SIGTERM')
    await ended
  })
  await until(async () => {
    if (nginx.exitCode !== null) throw new Error(`nginx ended:\n${nginx.stderr.read()}\n${log()}`)
    return (
      (await fetch(`http://127.0.0.1:${plainPort}/`, { redirect: 'manual' }).catch(() => undefined)) !==
      undefined
    )
  })
  return { port, plainPort, certificate: readFileSync(certificate), log }
}
