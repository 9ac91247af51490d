import type { RequestListener } from 'node:http'
import type { Socket } from 'node:net'

// Beyond this many waiting requests a connection is not read any further.
const MAX_WAITING = 32
// Node may have read some thousands of small requests at once by then, at about 3 KB each.
const MAX_WAITING_IN_ALL = 10_000

/**
 * Serves the requests of a connection one after another. Node hands over all that it reads, so somebody who
 * pipelines hundreds and takes no answer would have hundreds of answers made and held for them. Each comes
 * to its turn when the answer before it has gone to the system, and in a tick of its own, so that other
 * connections are served in between.
 */
export function queuePipelined(next: RequestListener): RequestListener {
  const connections = new WeakMap<Socket, Connection>()
  let waitingInAll = 0

  const connectionOf = (socket: Socket): Connection => {
    let connection = connections.get(socket)
    if (!connection) {
      connection = new Connection(socket, (left) => {
        waitingInAll -= left
      })
      connections.set(socket, connection)
    }
    return connection
  }

  return (request, response) => {
    // A response is given its socket when all before it have been sent.
    if (response.socket) return next(request, response)
    const { socket } = request
    if (socket.destroyed) return
    const connection = connectionOf(socket)
    waitingInAll++
    connection.add()
    if (waitingInAll > MAX_WAITING_IN_ALL && connection.waiting > MAX_WAITING) {
      socket.destroy()
      return
    }
    response.once('socket', () => {
      waitingInAll--
      connection.remove()
      setImmediate(() => {
        if (!socket.destroyed) next(request, response)
      })
    })
  }
}

/** A connection whose requests come faster than they are answered. */
class Connection {
  waiting = 0
  readonly #socket: Socket
  #isPaused = false

  /** When it is closed, `closed` is told how many requests still waited. */
  constructor(socket: Socket, closed: (waiting: number) => void) {
    this.#socket = socket
    // Node makes an error for each request that is cut off. A stack for each would take a hundred
    // milliseconds for some thousands, and tell nothing.
    let { stackTraceLimit } = Error
    socket.prependOnceListener('close', () => {
      stackTraceLimit = Error.stackTraceLimit
      Error.stackTraceLimit = 0
    })
    socket.once('close', () => {
      Error.stackTraceLimit = stackTraceLimit
      closed(this.waiting)
    })
  }

  add(): void {
    this.waiting++
    if (this.waiting < MAX_WAITING || this.#isPaused) return
    this.#isPaused = true
    this.#socket.pause()
    // Node asks for more after every request that it has read, and would undo the pause at once.
    this.#socket.resume = () => this.#socket
  }

  remove(): void {
    this.waiting--
    if (this.waiting > 0 || !this.#isPaused) return
    this.#isPaused = false
    this.#socket.resume = Object.getPrototypeOf(this.#socket).resume
    this.#socket.resume()
  }
}
