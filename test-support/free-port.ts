import { once } from 'node:events'
import { createServer } from 'node:net'

// Outgoing connections use higher ports and could take one before it is used.
const LOWEST = 10_000
const HIGHEST = 20_000
const TRIES = 100

export async function freePort(): Promise<number> {
  for (let n = 0; n < TRIES; n++) {
    const port = LOWEST + Math.floor(Math.random() * (HIGHEST - LOWEST))
    if (await isFree(port)) return port
  }
  throw new Error('There is no free port.')
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, '127.0.0.1')
  try {
    await once(server, 'listening')
  } catch {
    return false
  }
  server.close()
  await once(server, 'close')
  return true
}
