import type { RequestListener } from 'node:http'
import type { Socket } from 'node:net'

// No client pipelines more than a few requests, and Node parses each into about 3 KB.
const MAX_WAITING = 32
const MAX_WAITING_IN_ALL = 10_000

/**
 * Node emits all requests it has parsed: a client that pipelines hundreds and reads nothing would fill the
 * memory. So each request waits, in its own tick, until the previous response was written to the socket.
 */
export function queuePipelined(next: RequestListener): RequestListener {
  const waiting = new Map<Socket, number>()
  let waitingInAll = 0

  const count = (socket: Socket, change: 1 | -1) => {
    const before = waiting.get(socket)
    if (before === undefined) return 0
    waiting.set(socket, before + change)
    waitingInAll += change
    return before + change
  }

  const watch = (socket: Socket) => {
    waiting.set(socket, 0)
    // Node creates an error for each aborted request; stack traces of thousands would take 100 milliseconds.
    let { stackTraceLimit } = Error
    socket.prependOnceListener('close', () => {
      stackTraceLimit = Error.stackTraceLimit
      Error.stackTraceLimit = 0
    })
    socket.once('close', () => {
      Error.stackTraceLimit = stackTraceLimit
      waitingInAll -= waiting.get(socket) ?? 0
      waiting.delete(socket)
    })
  }

  return (request, response) => {
    // Node assigns the socket to a response when all earlier ones have been sent.
    if (response.socket) return next(request, response)
    const { socket } = request
    if (socket.destroyed) return
    if (!waiting.has(socket)) watch(socket)
    if (count(socket, 1) > MAX_WAITING && waitingInAll > MAX_WAITING_IN_ALL) {
      socket.destroy()
      return
    }
    response.once('socket', () => {
      count(socket, -1)
      setImmediate(() => {
        if (!socket.destroyed) next(request, response)
      })
    })
  }
}
