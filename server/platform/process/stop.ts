import type { Server } from 'node:http'
import type { Server as Listener, Socket } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

// For this long, responses close their connections, so that no client sends a request into a closing one.
const DRAIN_TIME = 250
const SWEEP_EVERY = 50
const MAX_WAITING = 8_000

export function gracefulClose(app: FastifyInstance, second: Listener): () => Promise<void> {
  const server = app.server as Server
  const sockets = new Set<Socket>()
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })

  const sweep = () => {
    // These had a response in flight when the stop began.
    server.closeIdleConnections()
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
