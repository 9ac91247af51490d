import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { unpooledCopy } from './bytes.ts'
import { endWrittenResponse } from './raw-response.ts'

const BEFORE_DATE = 'HTTP/1.1 200 OK\r\nDate: '
const LINE_END = '\r\n'
// Node takes buffers up to this size from a pool; larger ones cost more than writing in several pieces.
const MAX_COPIED = 2 * 1024

/**
 * An answer in one encoding as it is sent over the wire: the body and, from the second time on, its head. Node
 * would build a head for each request, which costs more than the rest of a cached answer; here only the date
 * changes.
 */
export class WireForm {
  #bytes: Buffer
  #bodyStart = 0
  #cacheControl: string | undefined
  #second = 0

  constructor(body: Buffer) {
    this.#bytes = body
  }

  get body(): Buffer {
    return this.#bytes.subarray(this.#bodyStart)
  }

  hasHeadFor(cacheControl: string): boolean {
    return this.#cacheControl === cacheControl
  }

  /** Returns by how many bytes the form has grown. */
  setHead(headers: Record<string, string>, cacheControl: string): number {
    const before = this.#bytes.length
    const lines = Object.entries(headers).map(([name, value]) => `\r\n${name}: ${value}`)
    const second = secondNow()
    const head = Buffer.from(`${BEFORE_DATE}${dateOf(second)}${lines.join('')}\r\n\r\n`, 'latin1')
    this.#bytes = unpooledCopy(Buffer.concat([head, this.body]))
    this.#bodyStart = head.length
    this.#cacheControl = cacheControl
    this.#second = second
    return this.#bytes.length - before
  }

  /** Writes head and body to the connection; `headerLines` are those that only this request's answer has. */
  send(socket: Socket, response: ServerResponse, headerLines: string): void {
    const second = secondNow()
    if (second !== this.#second) this.#setDate(second)
    if (headerLines === '') socket.write(this.#bytes)
    else this.#writeWith(headerLines, socket)
    endWrittenResponse(response)
  }

  #writeWith(headerLines: string, socket: Socket): void {
    const bytes = this.#bytes
    const headEnd = this.#bodyStart - LINE_END.length
    if (bytes.length <= MAX_COPIED) {
      const all = Buffer.allocUnsafe(bytes.length + headerLines.length)
      bytes.copy(all, 0, 0, headEnd)
      all.write(headerLines, headEnd, 'latin1')
      bytes.copy(all, headEnd + headerLines.length, headEnd)
      socket.write(all)
      return
    }
    socket.cork()
    socket.write(bytes.subarray(0, headEnd))
    socket.write(headerLines, 'latin1')
    socket.write(bytes.subarray(headEnd))
    socket.uncork()
  }

  /** Copies, because a socket may still be sending the current bytes. */
  #setDate(second: number): void {
    this.#bytes = unpooledCopy(this.#bytes)
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
