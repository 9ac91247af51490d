import type { ServerResponse } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { API_HEADERS } from '../answers/api-headers.ts'
import type { Member } from '../http/caller.ts'
import { Streamed } from '../http/streamed.ts'

// A client with more pending bytes reads too slowly. It continues where it was when it comes back.
const MAX_PENDING = 64 * 1024

const HEADERS = {
  ...API_HEADERS,
  'content-type': 'text/event-stream; charset=utf-8',
  // Proxies must pass every event on at once: nginx knows the second header, others the first.
  'x-accel-buffering': 'no',
}

/** The open connection of a listener. */
export class EventStream extends Streamed {
  readonly userId: string
  /** What the session depends on: when one of these changes, the stream ends. */
  readonly topics: readonly string[]
  readonly #member: Member
  readonly #onClose: (stream: EventStream) => void
  #response: ServerResponse | undefined
  /** What has to be sent before there is a response. */
  #early: string[] = []
  #isEnded = false

  constructor(member: Member, topics: readonly string[], onClose: (stream: EventStream) => void) {
    super()
    this.userId = member.id
    this.#member = member
    this.topics = topics
    this.#onClose = onClose
  }

  get hasExpired(): boolean {
    return this.#member.hasExpired()
  }

  send(request: FastifyRequest, reply: FastifyReply, cacheControl: string): FastifyReply {
    const { raw: response } = reply
    reply.hijack()
    if (response.destroyed) {
      this.#onClose(this)
      return reply
    }
    this.#response = response
    response.once('close', () => this.#onClose(this))
    // Without a listener, the error of a broken connection would end the process.
    response.on('error', () => {})
    const headers = { ...reply.getHeaders(), ...HEADERS, 'cache-control': `${cacheControl}, no-transform` }
    response.writeHead(200, headers as Record<string, string>)
    response.write(this.#early.join(''))
    this.#early = []
    if (this.#isEnded || request.method === 'HEAD') response.end()
    return reply
  }

  /** Never waits: a client that reads too slowly is disconnected. */
  write(text: string | Buffer): void {
    const response = this.#response
    if (!response) {
      this.#early.push(text.toString())
      return
    }
    if (this.#isEnded || response.destroyed) return
    if (response.writableLength > MAX_PENDING) response.destroy()
    else response.write(text)
  }

  end(): void {
    this.#isEnded = true
    this.#response?.end()
  }
}
