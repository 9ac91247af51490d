import type { IncomingMessage, ServerResponse } from 'node:http'
import { finished } from 'node:stream'
import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify'
import type { Call } from '../../contract/calls.ts'
import { invalid, Refusal, tooMany, unavailable } from './refusals.ts'

// All uploads that are being received or processed, together: each is in memory until it has been answered.
const MAX_BYTES_IN_FLIGHT = 64 * 1024 * 1024
// Slow senders keep what they have sent in memory. This limits how much of it one member can take.
const MAX_UPLOADS_OF_A_MEMBER = 4
const MAX_BYTES_DROPPED = 16 * 1024 * 1024
const RETRY_AFTER = 2

type Upload = { bytes: number }
type Files = NonNullable<Call['bytes']>

/** Receives bodies that are files, within limits on the memory that they take. */
export class Uploads {
  readonly #uploads = new WeakMap<FastifyRequest, Upload>()
  readonly #ofMember = new Map<string, number>()
  #bytesInFlight = 0

  /** Adds a route whose body is a file. Other types are refused there, as files are everywhere else. */
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

  #begin(request: FastifyRequest, response: ServerResponse): void {
    const member = request.caller?.value
    const id = member && 'id' in member ? member.id : ''
    const count = this.#ofMember.get(id) ?? 0
    if (count >= MAX_UPLOADS_OF_A_MEMBER) throw tooMany(RETRY_AFTER)
    this.#ofMember.set(id, count + 1)
    const upload = { bytes: 0 }
    this.#uploads.set(request, upload)
    response.once('close', () => {
      this.#bytesInFlight -= upload.bytes
      const left = (this.#ofMember.get(id) ?? 1) - 1
      if (left > 0) this.#ofMember.set(id, left)
      else this.#ofMember.delete(id)
    })
  }

  #read(
    request: FastifyRequest,
    payload: NodeJS.ReadableStream,
    max: number,
    done: (error: Error | null, body?: Buffer) => void,
  ): void {
    const upload = this.#uploads.get(request) ?? { bytes: 0 }
    const chunks: Buffer[] = []
    const end = (error: Error | null) => {
      payload.off('data', receive).off('end', finish).off('error', end)
      if (error) drain(request.raw, () => done(error))
      else done(null, Buffer.concat(chunks))
    }
    const receive = (chunk: Buffer) => {
      if (upload.bytes + chunk.length > max) return end(tooLarge(max))
      if (this.#bytesInFlight + chunk.length > MAX_BYTES_IN_FLIGHT) return end(unavailable(RETRY_AFTER))
      upload.bytes += chunk.length
      this.#bytesInFlight += chunk.length
      chunks.push(chunk)
    }
    const finish = () => end(null)
    if (Number(request.headers['content-length']) > max) end(tooLarge(max))
    else payload.on('data', receive).on('end', finish).on('error', end)
  }
}

/**
 * Reads and drops the rest of a body before the refusal is sent. That closes the connection, and a client that is
 * still sending would see only that. A body that goes on and on is not waited for.
 */
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

/** The file in the body of a request. */
export function requireBytes(body: unknown): Buffer {
  if (!(body instanceof Buffer) || body.length === 0) throw invalid({ msg: 'The body is empty' })
  return body
}

const tooLarge = (max: number) =>
  new Refusal(413, [{ msg: `The file must be at most ${Math.floor(max / 1024 / 1024)} MB` }])
const wrongType = ({ types }: Files) => new Refusal(415, [{ msg: `The body must be ${types.join(', ')}` }])
