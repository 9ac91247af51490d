import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

// Long enough for every busy connection to be told, short enough for whoever waits for the end.
const DRAIN_TIME = 250
const SWEEP_EVERY = 50
// Leaves time for the database within the ten seconds that main.ts allows.
const MAX_WAITING = 8_000

/**
 * Gives the way to end the server without cutting off a request that it has accepted. For a moment
 * it goes on as before, but each answer closes its connection: then no client can send a request
 * into a connection that is just being closed. After that nobody new is let in and the last answers
 * are waited for, though not for ever: some clients never finish.
 */
export function gracefulClose(app: FastifyInstance): () => Promise<void> {
  const server = app.server as Server
  const sockets = new Set<Socket>()
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })

  const sweep = () => {
    // An answer that was under way at the beginning may have left its connection open.
    server.closeIdleConnections()
    // Browsers connect ahead of need: who has not said a word is not waiting for an answer.
    for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy()
  }

  return async () => {
    server.prependListener('request', (_request, response) => {
      response.shouldKeepAlive = false
    })
    if (sockets.size > 0) await setTimeout(DRAIN_TIME)
    const sweeping = setInterval(sweep, SWEEP_EVERY)
    const force = globalThis.setTimeout(() => server.closeAllConnections(), MAX_WAITING)
    try {
      await app.close()
    } finally {
      clearInterval(sweeping)
      clearTimeout(force)
    }
  }
}
