import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

const CHECK_INTERVAL = 250
/** Milliseconds without reading any of the pending bytes. */
const MAX_SILENCE = 25_000
/** Bytes for all clients together. */
const MAX_WAITING = 64 * 1024 * 1024

type Seen = { waiting: number; since: number }

/**
 * A timer per socket would be reset on every request. Returns a function that exempts a socket, for streams
 * of events: looking at thousands of idle ones takes more time than all else that an idle process does.
 */
export function disconnectSilentReaders(app: FastifyInstance): (socket: Socket) => void {
  const sockets = new Map<Socket, Seen>()
  app.server.on('connection', (socket: Socket) => {
    sockets.set(socket, { waiting: 0, since: 0 })
    socket.once('close', () => sockets.delete(socket))
  })

  const check = () => {
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
  const timer = setInterval(check, CHECK_INTERVAL)
  timer.unref()
  app.addHook('onClose', async () => clearInterval(timer))
  return (socket) => void sockets.delete(socket)
}
