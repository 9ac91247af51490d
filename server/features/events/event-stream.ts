import type { ServerResponse } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { API_HEADERS } from '../../platform/cache/cached-response.ts'
import type { Member } from '../../platform/http/caller.ts'
import { Streamed } from '../../platform/http/handler.ts'
import type { Pieces } from './frames.ts'

const MAX_PENDING = 64 * 1024
const MAX_MILLISECONDS_BEHIND = 15_000

const HEADERS = {
  ...API_HEADERS,
  'content-type': 'text/event-stream; charset=utf-8',
  connection: 'close',
  'x-accel-buffering': 'no',
}

export class EventStream extends Streamed {
  readonly userId: string
  readonly address: string | undefined
  readonly topics: readonly string[]
  readonly #member: Member
  readonly #onClose: (stream: EventStream) => void
  #response: ServerResponse | undefined
  #early: (Buffer | string)[] = []
  #isEnded = false
  #behindSince = 0

  constructor(member: Member, onClose: (stream: EventStream) => void, address?: string) {
    super()
    this.userId = member.id
    this.address = address
    this.#member = member
    this.topics = member.topics
    this.#onClose = onClose
  }

  get hasExpired(): boolean {
    return this.#member.hasExpired()
  }

  async send(request: FastifyRequest, reply: FastifyReply, cacheControl: string): Promise<void> {
    const { raw: response } = reply
    reply.hijack()
    if (response.destroyed) {
      this.#onClose(this)
      return
    }
    this.#response = response
    response.once('close', () => this.#onClose(this))
    // Without a listener, a broken connection would end the process.
    response.on('error', () => {})
    const headers = { ...reply.getHeaders(), ...HEADERS, 'cache-control': `${cacheControl}, no-transform` }
    // The end of the connection ends the stream; chunks would take three writes per event.
    response.removeHeader('transfer-encoding')
    response.writeHead(200, headers as Record<string, string>)
    for (const piece of this.#early) response.write(piece)
    this.#early = []
    if (this.#isEnded || request.method === 'HEAD') response.end()
  }

  /** Returns the pending bytes; slow clients are disconnected. */
  write(pieces: Pieces): number {
    const response = this.#response
    if (!response) {
      this.#early.push(...pieces)
      return 0
    }
    if (this.#isEnded || response.destroyed) return 0
    if (this.#readsTooSlowly(response.writableLength)) {
      this.disconnect()
      return 0
    }
    // Writing to the response would cork and uncork the socket each time.
    const socket = response.socket ?? response
    if (pieces.length > 1) socket.cork()
    for (const piece of pieces) socket.write(piece)
    if (pieces.length > 1) socket.uncork()
    return response.writableLength
  }

  #readsTooSlowly(pending: number): boolean {
    if (pending === 0) {
      this.#behindSince = 0
      return false
    }
    const now = performance.now()
    this.#behindSince ||= now
    return pending > MAX_PENDING || now - this.#behindSince > MAX_MILLISECONDS_BEHIND
  }

  disconnect(): void {
    this.#response?.destroy()
  }

  end(): void {
    this.#isEnded = true
    if (this.#response && this.#response.writableLength > 0) this.disconnect()
    else this.#response?.end()
  }
}
