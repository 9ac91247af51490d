import { hash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Awaitable, after } from '../awaitable.ts'

const COMPRESS_FROM = 1024
// Between these the bytes shrink little more, while the time doubles.
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }
const GZIP = { level: 5 }

const compressors = {
  br: (bytes: Buffer) => promisify(brotliCompress)(bytes, BROTLI),
  gzip: (bytes: Buffer) => promisify(gzip)(bytes, GZIP),
}
type Encoding = keyof typeof compressors

/** JSON ready to be sent, to many: its tag and its compressed forms are made once, when asked for. */
export class PreparedAnswer {
  readonly bytes: Buffer
  readonly link: string | undefined
  readonly #compressed = new Map<Encoding, Awaitable<Buffer>>()
  #etag: string | undefined

  constructor(json: string | Buffer, link?: string) {
    this.bytes = typeof json === 'string' ? Buffer.from(json) : json
    this.link = link
  }

  get etag(): string {
    this.#etag ??= `"${hash('sha1', this.bytes, 'base64url')}"`
    return this.#etag
  }

  send(request: FastifyRequest, reply: FastifyReply, cacheControl: string): Awaitable<FastifyReply> {
    reply.header('content-type', 'application/json; charset=utf-8').header('cache-control', cacheControl)
    if (this.link) reply.header('link', this.link)
    if (request.method === 'GET') {
      reply.header('etag', this.etag)
      if (request.headers['if-none-match']?.includes(this.etag)) return reply.code(304).send()
    }
    if (this.bytes.length < COMPRESS_FROM) return reply.send(this.bytes)
    // Only where someone on the way may keep it does it matter what it depends on.
    if (cacheControl !== 'no-store') reply.header('vary', 'accept-encoding')
    const encoding = acceptedEncoding(request.headers['accept-encoding'])
    if (!encoding) return reply.send(this.bytes)
    return after(this.#compress(encoding), (bytes) => reply.header('content-encoding', encoding).send(bytes))
  }

  #compress(encoding: Encoding): Awaitable<Buffer> {
    const known = this.#compressed.get(encoding)
    if (known) return known
    const compressing = compressors[encoding](this.bytes).then((bytes) => {
      this.#compressed.set(encoding, bytes)
      return bytes
    })
    this.#compressed.set(encoding, compressing)
    return compressing
  }
}

function acceptedEncoding(header: string | string[] | undefined): Encoding | undefined {
  if (!header) return undefined
  const offered = String(header)
    .split(',')
    .map((part) => part.trim().split(/\s*;\s*q=/))
    .filter(([, quality]) => quality === undefined || Number(quality) > 0)
    .map(([name]) => name?.toLowerCase())
  return offered.includes('br') ? 'br' : offered.includes('gzip') ? 'gzip' : undefined
}
