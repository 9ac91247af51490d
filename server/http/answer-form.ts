import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { blockOf } from './bytes.ts'

/** What Node looks at to know whether a head is still to be made and sent. */
type Head = { _header: string; _headerSent: boolean }

const BEFORE_DATE = 'HTTP/1.1 200 OK\r\nDate: '

/**
 * The bytes of an answer in one encoding; from when it is sent again on, with the head before them, as both go
 * over the wire. Node would make the head anew for each request, which costs more than all else that is done
 * for an answer at hand; of this one only the date is renewed.
 */
export class AnswerForm {
  #bytes: Buffer
  #bodyAt = 0
  #cacheControl: string | undefined
  #second = 0

  constructor(body: Buffer) {
    this.#bytes = body
  }

  get body(): Buffer {
    return this.#bytes.subarray(this.#bodyAt)
  }

  hasHeadFor(cacheControl: string): boolean {
    return this.#cacheControl === cacheControl
  }

  /** Gives how many bytes it has grown by. */
  putHead(headers: Record<string, string>, cacheControl: string): number {
    const before = this.#bytes.length
    const lines = Object.entries(headers).map(([name, value]) => `\r\n${name}: ${value}`)
    const second = secondNow()
    const head = Buffer.from(`${BEFORE_DATE}${dateOf(second)}${lines.join('')}\r\n\r\n`, 'latin1')
    this.#bytes = blockOf(Buffer.concat([head, this.body]))
    this.#bodyAt = head.length
    this.#cacheControl = cacheControl
    this.#second = second
    return this.#bytes.length - before
  }

  /** Writes head and body past the response, which then only learns that it is done. */
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
    this.#bytes = blockOf(this.#bytes)
    this.#bytes.write(dateOf(second), BEFORE_DATE.length, 'latin1')
    this.#second = second
  }
}

function secondNow(): number {
  return Math.trunc(Date.now() / 1000)
}

function dateOf(second: number): string {
  return new Date(second * 1000).toUTCString()
}
