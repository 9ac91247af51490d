import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** What Node looks at to know whether a head is still to be made and sent. */
type Head = { _header: string; _headerSent: boolean }

/**
 * An answer as it goes over the wire, head and all. Node would make the head anew for each request, which
 * costs more than all else that is done for an answer at hand; this one is made once a second, for its date.
 */
export class WholeAnswer {
  readonly #head: string
  readonly #body: Buffer
  #second = 0
  #bytes: Buffer | undefined

  constructor(headers: Record<string, string>, body: Buffer) {
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
    this.#head = `HTTP/1.1 200 OK\r\n${lines.join('')}`
    this.#body = body
  }

  /** Writes past the response, which then only learns that it is done. */
  sendOver(socket: Socket, response: ServerResponse, keepAliveSeconds: number): void {
    socket.write(this.#bytesNow(keepAliveSeconds))
    const told = response as ServerResponse & Head
    told._header = this.#head
    told._headerSent = true
    response.end()
  }

  #bytesNow(keepAliveSeconds: number): Buffer {
    const second = Math.trunc(Date.now() / 1000)
    if (this.#bytes && second === this.#second) return this.#bytes
    const date = new Date(second * 1000).toUTCString()
    const rest = `Date: ${date}\r\nConnection: keep-alive\r\nKeep-Alive: timeout=${keepAliveSeconds}\r\n\r\n`
    this.#second = second
    this.#bytes = Buffer.concat([Buffer.from(this.#head + rest, 'latin1'), this.#body])
    return this.#bytes
  }
}
