import { hash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Awaitable, after } from '../awaitable.ts'
import { API_HEADERS } from './security-headers.ts'

const COMPRESS_FROM = 1024
// Between these the bytes shrink little more, while the time doubles.
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }
const GZIP = { level: 5 }

const compressors = {
  br: (bytes: Buffer) => promisify(brotliCompress)(bytes, BROTLI),
  gzip: (bytes: Buffer) => promisify(gzip)(bytes, GZIP),
}
type Encoding = keyof typeof compressors
type Headers = Record<string, string>
type ReadHeaders = { headers: Headers & { etag: string }; flat: string[] }

/** JSON ready to be sent, to many: its tag and its compressed forms are made once, when asked for. */
export class PreparedAnswer {
  readonly bytes: Buffer
  readonly link: string | undefined
  readonly #compressed = new Map<Encoding, Awaitable<Buffer>>()
  readonly #readHeaders = new Map<string, ReadHeaders>()

  constructor(json: string | Buffer, link?: string) {
    this.bytes = typeof json === 'string' ? Buffer.from(json) : json
    this.link = link
  }

  send(request: FastifyRequest, reply: FastifyReply, cacheControl: string): Awaitable<FastifyReply> {
    const encoding = this.bytes.length < COMPRESS_FROM ? undefined : acceptedEncoding(request.headers)
    if (request.method !== 'GET') return this.#sendAs(encoding, reply.headers(this.#headers(cacheControl)))
    const { headers, flat } = this.#headersOfRead(cacheControl)
    if (request.headers['if-none-match']?.includes(headers.etag))
      return reply.headers(headers).code(304).send()
    if (encoding || request.wantsExtraHeaders) return this.#sendAs(encoding, reply.headers(headers))
    // Straight to Node: with all that may be asked of it, Fastify's way costs a tenth of a cached answer.
    reply.hijack()
    reply.raw.writeHead(200, flat)
    reply.raw.end(this.bytes)
    return reply
  }

  #sendAs(encoding: Encoding | undefined, reply: FastifyReply): Awaitable<FastifyReply> {
    if (!encoding) return reply.send(this.bytes)
    return after(this.#compress(encoding), (bytes) => reply.header('content-encoding', encoding).send(bytes))
  }

  /** Made once for each of the few ways in which an answer may be kept. */
  #headersOfRead(cacheControl: string): ReadHeaders {
    let made = this.#readHeaders.get(cacheControl)
    if (!made) {
      const etag = `"${hash('sha1', this.bytes, 'base64url')}"`
      const headers = { ...this.#headers(cacheControl), etag }
      const flat = Object.entries({ ...headers, 'content-length': String(this.bytes.length) }).flat()
      made = { headers, flat }
      this.#readHeaders.set(cacheControl, made)
    }
    return made
  }

  #headers(cacheControl: string): Headers {
    const storable = cacheControl !== 'no-store'
    return {
      ...API_HEADERS,
      'content-type': 'application/json; charset=utf-8',
      'cache-control': cacheControl,
      ...(this.link && { link: this.link }),
      // Only where someone on the way may keep it does it matter what it depends on.
      ...(storable && this.bytes.length >= COMPRESS_FROM && { vary: 'accept-encoding' }),
    }
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

function acceptedEncoding(headers: IncomingHttpHeaders): Encoding | undefined {
  const header = headers['accept-encoding']
  if (!header) return undefined
  const offered = String(header)
    .split(',')
    .map((part) => part.trim().split(/\s*;\s*q=/))
    .filter(([, quality]) => quality === undefined || Number(quality) > 0)
    .map(([name]) => name?.toLowerCase())
  return offered.includes('br') ? 'br' : offered.includes('gzip') ? 'gzip' : undefined
}
