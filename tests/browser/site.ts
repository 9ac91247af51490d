import { spawn } from 'node:child_process'
import { createServer } from 'node:net'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '../..')

/** Starts the whole product on a database of its own; ends with `stop`. */
export async function startSite(codeHost: string): Promise<{ address: string; stop: () => void }> {
  const port = await freePort()
  const server = spawn(process.execPath, ['server/main.ts'], {
    cwd: ROOT,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...process.env,
      PORT: String(port),
      RATE_LIMIT: 'off',
      LOG_LEVEL: 'warn',
      DATABASE_URL: 'sqlite::memory:',
      GITHUB_API_URL: codeHost,
      AVATAR_URL: `${codeHost}/avatar`,
    },
  })
  const address = `http://127.0.0.1:${port}`
  const deadline = Date.now() + 15_000
  while (!(await answers(address))) {
    if (server.exitCode !== null || Date.now() > deadline) throw new Error('The server did not start')
  }
  return { address, stop: () => void server.kill() }
}

async function answers(address: string): Promise<boolean> {
  await new Promise((resolve) => setTimeout(resolve, 50))
  return fetch(address).then(
    ({ ok }) => ok,
    () => false,
  )
}

export function freePort(): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  const probe = createServer()
  probe.once('error', reject)
  probe.listen(0, '127.0.0.1', () => {
    const address = probe.address()
    probe.close(() => (address && typeof address === 'object' ? resolve(address.port) : reject(address)))
  })
  return promise
}
