import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { bytesOf } from './bytes.ts'

/** What Node looks at to know whether a head is still to be made and sent. */
type Head = { _header: string; _headerSent: boolean }

const BEFORE_DATE = 'HTTP/1.1 200 OK\r\nDate: '

/**
 * An answer as it goes over the wire, head and all. Node would make the head anew for each request, which
 * costs more than all else that is done for an answer at hand; of this one only the date is renewed.
 */
export class WholeAnswer {
  readonly #bodyAt: number
  #second: number
  #bytes: Buffer

  constructor(headers: Record<string, string>, body: Buffer) {
    const lines = Object.entries(headers).map(([name, value]) => `\r\n${name}: ${value}`)
    this.#second = secondNow()
    const head = `${BEFORE_DATE}${dateOf(this.#second)}${lines.join('')}\r\n\r\n`
    this.#bodyAt = head.length
    this.#bytes = bytesOf(head.length + body.length)
    this.#bytes.write(head, 'latin1')
    body.copy(this.#bytes, head.length)
  }

  get body(): Buffer {
    return this.#bytes.subarray(this.#bodyAt)
  }

  /** Writes past the response, which then only learns that it is done. */
  sendOver(socket: Socket, response: ServerResponse): void {
    const second = secondNow()
    if (second !== this.#second) this.#renew(second)
    socket.write(this.#bytes)
    const told = response as ServerResponse & Head
    told._header = BEFORE_DATE
    told._headerSent = true
    response.end()
  }

  /** In a copy: of the bytes as they are, some may still be on their way. */
  #renew(second: number): void {
    const renewed = bytesOf(this.#bytes.length)
    this.#bytes.copy(renewed)
    renewed.write(dateOf(second), BEFORE_DATE.length, 'latin1')
    this.#second = second
    this.#bytes = renewed
  }
}

function secondNow(): number {
  return Math.trunc(Date.now() / 1000)
}

function dateOf(second: number): string {
  return new Date(second * 1000).toUTCString()
}
