import { type ChildProcess, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from '../tests/postgres-server.ts'

const SERVER = join(import.meta.dirname, '../dist/server/launch.js')

export type Server = { base: string; startMilliseconds: number; megabytes(): number; stop(): Promise<void> }

/** The server as `npm start` runs it, with the rate limit off and the log at warn. */
export async function startServer(databaseUrl: string): Promise<Server> {
  const port = await freePort()
  const base = `http://127.0.0.1:${port}`
  const env = {
    ...process.env,
    PORT: String(port),
    DATABASE_URL: databaseUrl,
    RATE_LIMIT: 'off',
    LOG_LEVEL: 'warn',
    GITHUB_API_URL: 'http://127.0.0.1:9',
  }
  const began = performance.now()
  const child = spawn(process.execPath, [SERVER], { env, stdio: ['ignore', 'ignore', 'inherit'] })
  while (!(await answers(`${base}/api/profile?limit=1`))) {
    if (child.exitCode !== null) throw new Error('The server did not start.')
    await new Promise((resolve) => setTimeout(resolve, 2))
  }
  const startMilliseconds = performance.now() - began
  return {
    base,
    startMilliseconds,
    megabytes: () => residentMegabytes(child.pid),
    stop: () => stop(child),
  }
}

export type RawServer = { base: string; send(body: string): Promise<void>; stop(): Promise<void> }

export async function startRawServer(): Promise<RawServer> {
  const child = fork(join(import.meta.dirname, 'raw-server.ts'))
  const [address] = await once(child, 'message')
  return {
    base: `http://127.0.0.1:${address.port}`,
    async send(body) {
      child.send(body)
      await once(child, 'message')
    },
    stop: () => stop(child),
  }
}

async function answers(url: string): Promise<boolean> {
  try {
    return (await fetch(url)).ok
  } catch {
    return false
  }
}

async function stop(child: ChildProcess): Promise<void> {
  const exited = once(child, 'exit')
  child.kill()
  await exited
}

function residentMegabytes(pid: number | undefined): number {
  const kilobytes = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return Number(kilobytes) / 1024
}
