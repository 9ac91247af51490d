import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { spawnServer } from '../../test-support/built-server.ts'
import { freePort } from '../../test-support/free-port.ts'
import { until } from '../../test-support/polling.ts'

const CALL_TIMEOUT = 120_000

type Result = { status: number; body: unknown; retryAfter: string | null }

/** The real server in its own process, which tests may kill or overload. */
export class ServerProcess {
  readonly base: string
  output = ''
  readonly #child: ChildProcess

  constructor(environment: Record<string, string>, port: number) {
    this.base = `http://127.0.0.1:${port}`
    this.#child = spawnServer(port, environment, ['ignore', 'pipe', 'pipe'])
    for (const stream of [this.#child.stdout, this.#child.stderr]) {
      stream?.on('data', (data) => {
        this.output += data
      })
    }
  }

  get pid(): number {
    return this.#child.pid ?? 0
  }

  get hasEnded(): boolean {
    return this.#child.exitCode !== null || this.#child.signalCode !== null
  }

  /** The exit code is null after a kill. */
  async end(signal: NodeJS.Signals): Promise<number | null> {
    if (!this.hasEnded) {
      const ended = once(this.#child, 'exit')
      this.#child.kill(signal)
      await ended
    }
    return this.#child.exitCode
  }

  async exitCode(): Promise<number | null> {
    if (!this.hasEnded) await once(this.#child, 'close')
    return this.#child.exitCode
  }

  async call(method: string, path: string, token?: string, body?: unknown): Promise<Result> {
    const response = await fetch(`${this.base}${path}`, {
      method,
      headers: {
        ...(token && { 'x-auth-token': token }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      body: body === undefined ? undefined : JSON.stringify(body),
      signal: AbortSignal.timeout(CALL_TIMEOUT),
    })
    return {
      status: response.status,
      body: await response.json(),
      retryAfter: response.headers.get('retry-after'),
    }
  }

  async status(path: string): Promise<number> {
    return (await this.call('GET', path).catch(() => ({ status: 0 }))).status
  }

  async untilReady(): Promise<number> {
    const start = performance.now()
    await until(async () => {
      if (this.hasEnded) throw new Error(`The server ended:\n${this.output}`)
      return (await this.status('/readyz')) === 200
    })
    return performance.now() - start
  }

  async register(name: string): Promise<string> {
    const body = { name, email: `${name}@example.com`, password: 'correct horse' }
    const { body: session } = await this.call('POST', '/api/users', undefined, body)
    return (session as { token: string }).token
  }
}

export async function startServer(environment: Record<string, string>): Promise<ServerProcess> {
  // A killed server leaves its temporary files behind.
  const server = new ServerProcess({ TMPDIR: temporaryFolder(), ...environment }, await freePort())
  onTestFinished(async () => {
    await server.end('SIGKILL')
  })
  return server
}

export async function startReadyServer(environment: Record<string, string>): Promise<ServerProcess> {
  const server = await startServer(environment)
  await server.untilReady()
  return server
}

export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'devconnector-faults-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}
