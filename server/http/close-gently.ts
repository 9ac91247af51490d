import type { Server } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

// Long enough for every busy connection to be told, short enough for whoever waits for the end.
const FAREWELL = 250
const SWEEP_EVERY = 50
// Leaves time for the database within the ten seconds that main.ts allows.
const MOST_WAITING = 8_000

/**
 * Ends the server without cutting off a request that it has accepted. For a moment it goes on as
 * before, but each answer closes its connection: then no client can send a request into a
 * connection that is just being closed. After that nobody new is let in and the last answers are
 * waited for, though not for ever: some clients never finish.
 */
export async function closeGently(app: FastifyInstance): Promise<void> {
  const server = app.server as Server
  server.prependListener('request', (_request, response) => {
    response.shouldKeepAlive = false
  })
  if (await hasConnections(server)) await setTimeout(FAREWELL)
  // An answer that was under way at the beginning may have left its connection open.
  const sweep = setInterval(() => server.closeIdleConnections(), SWEEP_EVERY)
  const force = globalThis.setTimeout(() => server.closeAllConnections(), MOST_WAITING)
  try {
    await app.close()
  } finally {
    clearInterval(sweep)
    clearTimeout(force)
  }
}

async function hasConnections(server: Server): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  server.getConnections((error, count) => resolve(!error && count > 0))
  return promise
}
