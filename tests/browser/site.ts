import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { freePort } from '../postgres-server.ts'

const ROOT = join(import.meta.dirname, '../..')

/** Starts the whole product on a database of its own; ends with `stop`. */
export async function startSite(codeHost: string): Promise<{ address: string; stop: () => void }> {
  const port = await freePort()
  const server = spawn(process.execPath, ['dist/server/main.js'], {
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
