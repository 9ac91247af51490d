import type { RequestListener } from 'node:http'
import type { Socket } from 'node:net'

// A connection with this many waiting requests is paused.
const MAX_WAITING = 32
// Node may have parsed thousands of small requests by then, at about 3 KB each.
const MAX_WAITING_IN_ALL = 10_000

/**
 * Serves the pipelined requests of a connection one after another. Node emits all requests it has parsed, so a
 * client that pipelines hundreds and reads nothing would fill the memory with answers. Each request starts when
 * the previous answer was written to the socket, in its own tick, so that other connections are served too.
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
    // Node assigns the socket to a response when all earlier ones have been sent.
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

/** A connection with pipelined requests that wait. */
class Connection {
  waiting = 0
  readonly #socket: Socket
  #isPaused = false

  /** On close, calls `closed` with the number of requests that were still waiting. */
  constructor(socket: Socket, closed: (waiting: number) => void) {
    this.#socket = socket
    // Node creates an error for each aborted request; for thousands of them, useless stack traces would take
    // a hundred milliseconds.
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
    // Node resumes the socket after every parsed request, which would undo the pause.
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
