import type { IncomingMessage, ServerResponse } from 'node:http'
import { finished } from 'node:stream'
import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify'
import type { Call } from '../../../contract/calls.ts'
import { invalid, Refusal, tooMany, unavailable } from './refusals.ts'

// For all uploads together: each is in memory until its response has been sent.
const MAX_BYTES_IN_FLIGHT = 64 * 1024 * 1024
// Slow senders keep what they have sent in memory, so each member has a limit.
const MAX_UPLOADS_OF_A_MEMBER = 4
const MAX_BYTES_DROPPED = 16 * 1024 * 1024
const RETRY_AFTER = 2

type Upload = {
  member: string
  bytes: number
  isReceived: boolean
  /** Aborted when it has to make room for others, or the client is gone. */
  drop: AbortController
}
type Files = NonNullable<Call['bytes']>

/** When memory is full, the slowest upload makes room, or else one of the member with the most in flight. */
export class Uploads {
  readonly #uploads = new Map<FastifyRequest, Upload>()
  #bytesInFlight = 0

  /** Other types are refused here, as files are everywhere else. */
  route(app: FastifyInstance, route: RouteOptions, files: Files): void {
    app.register(async (scope) => {
      scope.removeAllContentTypeParsers()
      scope.addContentTypeParser([...files.types], (request, payload, done) => {
        this.#read(request, payload, files.max, done)
      })
      scope.addContentTypeParser('*', (_request, _payload, done) => done(wrongType(files)))
      scope.route({
        ...route,
        preParsing: async (request, reply) => this.#begin(request, reply.raw),
      })
    })
  }

  droppedSignal(request: FastifyRequest): AbortSignal {
    return this.#uploads.get(request)?.drop.signal ?? AbortSignal.abort()
  }

  #begin(request: FastifyRequest, response: ServerResponse): void {
    const { caller } = request
    const member = caller && 'id' in caller ? caller.id : ''
    if (this.#of(member).length >= MAX_UPLOADS_OF_A_MEMBER) throw tooMany(RETRY_AFTER)
    const upload: Upload = { member, bytes: 0, isReceived: false, drop: new AbortController() }
    this.#uploads.set(request, upload)
    response.once('close', () => {
      this.#uploads.delete(request)
      this.#release(upload)
      // Before that, the body ends with its own error.
      if (upload.isReceived) upload.drop.abort()
    })
  }

  #of(member: string): Upload[] {
    return [...this.#uploads.values()].filter((upload) => upload.member === member)
  }

  #drop(upload: Upload): void {
    this.#release(upload)
    upload.drop.abort()
  }

  #release(upload: Upload): void {
    this.#bytesInFlight -= upload.bytes
    upload.bytes = 0
  }

  #makeRoom(upload: Upload, more: number): boolean {
    while (this.#bytesInFlight + more > MAX_BYTES_IN_FLIGHT) {
      const others = [...this.#uploads.values()].filter((other) => other !== upload && other.bytes > 0)
      const other = others.find(({ isReceived }) => !isReceived) ?? this.#ofHeaviest(others, upload.member)
      if (!other) return false
      this.#drop(other)
    }
    return true
  }

  /** Undefined if nobody has more bytes in flight than this member. */
  #ofHeaviest(uploads: Upload[], member: string): Upload | undefined {
    const bytesOf = (id: string) => this.#of(id).reduce((sum, { bytes }) => sum + bytes, 0)
    const heaviest = uploads.reduce(
      (most, { member: id }) => (bytesOf(id) > bytesOf(most) ? id : most),
      member,
    )
    return heaviest === member ? undefined : uploads.findLast((upload) => upload.member === heaviest)
  }

  #read(
    request: FastifyRequest,
    payload: NodeJS.ReadableStream,
    max: number,
    done: (error: Error | null, body?: Buffer) => void,
  ): void {
    const upload = this.#uploads.get(request)
    if (!upload) {
      done(unavailable())
      return
    }
    const { signal } = upload.drop
    const chunks: Buffer[] = []
    const end = (error: Error | null) => {
      payload.off('data', receive).off('end', finish).off('error', end)
      signal.removeEventListener('abort', refuse)
      upload.isReceived = true
      if (!error) return done(null, Buffer.concat(chunks))
      chunks.length = 0
      this.#release(upload)
      drain(request.raw, () => done(error))
    }
    const refuse = () => end(unavailable(RETRY_AFTER))
    signal.addEventListener('abort', refuse)
    const receive = (chunk: Buffer) => {
      if (upload.bytes + chunk.length > max) return end(tooLarge(max))
      if (!this.#makeRoom(upload, chunk.length)) return this.#drop(upload)
      upload.bytes += chunk.length
      this.#bytesInFlight += chunk.length
      chunks.push(chunk)
    }
    const finish = () => end(null)
    if (Number(request.headers['content-length']) > max) end(tooLarge(max))
    else payload.on('data', receive).on('end', finish).on('error', end)
  }
}

/** Reads the rest first: a client that is still sending would only see the connection close. */
function drain(request: IncomingMessage, refuse: () => void): void {
  let dropped = 0
  let isRefused = false
  const end = () => {
    if (isRefused) return
    isRefused = true
    refuse()
  }
  request.on('data', (chunk: Buffer) => {
    dropped += chunk.length
    if (dropped > MAX_BYTES_DROPPED) end()
  })
  finished(request, end)
}

export function requireBytes(body: unknown): Buffer {
  if (!(body instanceof Buffer) || body.length === 0) throw invalid({ msg: 'The body is empty' })
  return body
}

const tooLarge = (max: number) =>
  new Refusal(413, [{ msg: `The file must be at most ${Math.floor(max / 1024 / 1024)} MB` }])
const wrongType = ({ types }: Files) => new Refusal(415, [{ msg: `The body must be ${types.join(', ')}` }])
