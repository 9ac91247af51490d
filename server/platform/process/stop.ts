import type { Server } from 'node:http'
import type { Server as Listener, Socket } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

// Long enough for busy connections to get a response with `connection: close`.
const DRAIN_TIME = 250
const SWEEP_EVERY = 50
// Leaves time for the database within the ten seconds that main.ts allows.
const MAX_WAITING = 8_000

/**
 * For a moment each response closes its connection, so that no client sends a request into a closing one.
 * Then the server stops listening and waits for the last responses, for a while: some clients never finish.
 */
export function gracefulClose(app: FastifyInstance, second: Listener): () => Promise<void> {
  const server = app.server as Server
  const sockets = new Set<Socket>()
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })

  const sweep = () => {
    // A response that was in flight when the stop began leaves its connection open.
    server.closeIdleConnections()
    // Browsers open connections in advance; one that has sent nothing expects no response.
    for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy()
  }

  return async () => {
    server.prependListener('request', (_request, response) => {
      response.setHeader('connection', 'close')
    })
    if (sockets.size > 0) await setTimeout(DRAIN_TIME)
    const sweeping = setInterval(sweep, SWEEP_EVERY)
    const force = globalThis.setTimeout(() => server.closeAllConnections(), MAX_WAITING)
    try {
      await Promise.all([app.close(), new Promise((resolve) => second.close(resolve))])
    } finally {
      clearInterval(sweeping)
      clearTimeout(force)
    }
  }
}
