import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

const LOOK_EVERY = 250
/** How many milliseconds a client may take nothing of what waits for it. */
const MAX_SILENCE = 25_000
/** How many bytes may wait for all clients together. */
const MAX_WAITING = 64 * 1024 * 1024

type Seen = { waiting: number; since: number }

/**
 * Cuts off who does not take the answer: after a while, or at once where too much waits for such clients,
 * those first who have taken nothing for longest. Node could watch each socket with a timer of its own, but
 * that timer would be set anew for every request of everybody.
 */
export function cutSilentReaders(app: FastifyInstance): void {
  const sockets = new Map<Socket, Seen>()
  app.server.on('connection', (socket: Socket) => {
    sockets.set(socket, { waiting: 0, since: 0 })
    socket.once('close', () => sockets.delete(socket))
  })

  const look = () => {
    const now = performance.now()
    const stuck: [Socket, Seen][] = []
    let waitingInAll = 0
    for (const [socket, seen] of sockets) {
      const waiting = socket.writableLength
      if (waiting !== seen.waiting) {
        seen.waiting = waiting
        seen.since = now
      }
      if (waiting === 0) continue
      waitingInAll += waiting
      stuck.push([socket, seen])
    }
    stuck.sort(([, a], [, b]) => a.since - b.since)
    for (const [socket, { waiting, since }] of stuck) {
      if (now - since <= MAX_SILENCE && waitingInAll <= MAX_WAITING) break
      socket.destroy()
      waitingInAll -= waiting
    }
  }
  const timer = setInterval(look, LOOK_EVERY)
  timer.unref()
  app.addHook('onClose', async () => clearInterval(timer))
}
