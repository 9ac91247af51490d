import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

const LOOK_EVERY = 5_000
/** How many looks a client may take nothing of what waits for it: 25 seconds. */
const MOST_LOOKS = 5

/**
 * Cuts off who does not take the answer. Node could watch each socket with a timer of its own, but
 * that timer would be set anew for every request of everybody.
 */
export function cutSilentReaders(app: FastifyInstance): void {
  const sockets = new Map<Socket, { waiting: number; looks: number }>()
  app.server.on('connection', (socket: Socket) => {
    sockets.set(socket, { waiting: 0, looks: 0 })
    socket.once('close', () => sockets.delete(socket))
  })
  const timer = setInterval(() => {
    for (const [socket, seen] of sockets) {
      const stuck = socket.writableLength > 0 && socket.writableLength === seen.waiting
      seen.waiting = socket.writableLength
      seen.looks = stuck ? seen.looks + 1 : 0
      if (seen.looks >= MOST_LOOKS) socket.destroy()
    }
  }, LOOK_EVERY)
  timer.unref()
  app.addHook('onClose', async () => clearInterval(timer))
}
