import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { freePort } from './free-port.ts'
import { until } from './polling.ts'

const ENTRY = join(import.meta.dirname, '../dist/server/launch.js')

const START_TIMEOUT = 30_000
// Short, because the start-up time is measured.
const POLL_INTERVAL = 2

export type Environment = Record<string, string>

export type BuiltServer = {
  base: string
  pid: number | undefined
  startMilliseconds: number
  stop(): Promise<void>
}

/** Does not wait until the server responds. */
export function spawnServer(port: number, environment: Environment, stdio: StdioOptions): ChildProcess {
  const defaults = {
    PORT: String(port),
    RATE_LIMIT: 'off',
    LOG_LEVEL: 'warn',
    GITHUB_API_URL: 'http://127.0.0.1:9',
  }
  const env = { ...process.env, ...defaults, ...environment }
  return spawn(process.execPath, [ENTRY], { env, stdio })
}

export async function startServer(environment: Environment): Promise<BuiltServer> {
  const port = environment.PORT ? Number(environment.PORT) : await freePort()
  const base = `http://127.0.0.1:${port}`
  const started = performance.now()
  const child = spawnServer(port, environment, ['ignore', 'ignore', 'inherit'])
  const responds = async () => {
    if (child.exitCode !== null) throw new Error('The server did not start.')
    return fetch(`${base}/api/profile?limit=1`).then(
      ({ ok }) => ok,
      () => false,
    )
  }
  await until(responds, START_TIMEOUT, POLL_INTERVAL)
  return {
    base,
    pid: child.pid,
    startMilliseconds: performance.now() - started,
    stop: () => stopProcess(child),
  }
}

export async function stopProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = once(child, 'exit')
  child.kill()
  await exited
}
