import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

// No client sends more than a few requests before it has read the first response.
const MAX_PIPELINED = 100

/** Serves the requests of a connection in turn: responses that the client does not read would fill the memory. */
export function servePipelinedInTurn(app: FastifyInstance): void {
  const pipelined = new WeakMap<Socket, (() => void)[]>()

  app.addHook('onRequest', ({ socket }, reply, done) => {
    const waiting = pipelined.get(socket)
    const start = () => {
      reply.raw.once('close', () => startNext(socket))
      done()
    }
    if (!waiting) {
      pipelined.set(socket, [])
      start()
    } else if (waiting.push(start) > MAX_PIPELINED) socket.destroy()
  })

  const startNext = (socket: Socket) => {
    const next = socket.destroyed ? undefined : pipelined.get(socket)?.shift()
    if (next) setImmediate(next)
    else pipelined.delete(socket)
  }
}
