import { hash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Awaitable, after } from '../awaitable.ts'
import type { Kept } from '../fresh-cache.ts'
import { API_HEADERS } from './security-headers.ts'
import { WholeAnswer } from './whole-answer.ts'

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
type Ready = { whole: WholeAnswer; cacheControl: string }

/** JSON ready to be sent, to many: its tag and its compressed forms are made once, when asked for. */
export class PreparedAnswer implements Kept {
  kept = false
  readonly bytes: Buffer
  readonly link: string | undefined
  readonly #compressed = new Map<Encoding, Awaitable<Buffer>>()
  readonly #ready = new Map<Encoding | undefined, Ready>()
  #etag: string | undefined

  constructor(json: string | Buffer, link?: string) {
    this.bytes = typeof json === 'string' ? Buffer.from(json) : json
    this.link = link
  }

  send(request: FastifyRequest, reply: FastifyReply, cacheControl: string): Awaitable<FastifyReply> {
    const reading = request.method === 'GET'
    const headers = reading ? this.#readingHeaders(cacheControl) : this.#headers(cacheControl)
    reply.headers(headers)
    if (headers.etag && request.headers['if-none-match']?.includes(headers.etag))
      return reply.code(304).send()
    const encoding = this.#encodingFor(request.headers['accept-encoding'])
    if (!encoding) return reply.send(this.bytes)
    return after(this.#compress(encoding), (bytes) => reply.header('content-encoding', encoding).send(bytes))
  }

  /** What a reader is sent, head and all, if it is there without waiting. */
  whole(acceptEncoding: string | undefined, cacheControl: string): WholeAnswer | undefined {
    const encoding = this.#encodingFor(acceptEncoding)
    const known = this.#ready.get(encoding)
    // Hardly ever is one answer sent by calls that let it be kept in different ways.
    if (known?.cacheControl === cacheControl) return known.whole
    const bytes = encoding ? this.#compressed.get(encoding) : this.bytes
    if (!bytes || bytes instanceof Promise) return undefined
    const headers = {
      ...this.#readingHeaders(cacheControl),
      'content-length': String(bytes.length),
      ...(encoding && { 'content-encoding': encoding }),
    }
    const whole = new WholeAnswer(headers, bytes)
    this.#ready.set(encoding, { whole, cacheControl })
    return whole
  }

  #encodingFor(acceptEncoding: string | string[] | undefined): Encoding | undefined {
    if (!acceptEncoding || this.bytes.length < COMPRESS_FROM) return undefined
    return acceptedEncoding(String(acceptEncoding))
  }

  #readingHeaders(cacheControl: string): Headers {
    this.#etag ??= `"${hash('sha1', this.bytes, 'base64url')}"`
    return { ...this.#headers(cacheControl), etag: this.#etag }
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

// Clients send the same few lists again and again.
const knownLists = new Map<string, Encoding | undefined>()
const MOST_LISTS = 100

function acceptedEncoding(list: string): Encoding | undefined {
  if (knownLists.has(list)) return knownLists.get(list)
  if (knownLists.size >= MOST_LISTS) knownLists.clear()
  const encoding = bestOf(list)
  knownLists.set(list, encoding)
  return encoding
}

function bestOf(list: string): Encoding | undefined {
  const offered = list
    .split(',')
    .map((part) => part.trim().split(/\s*;\s*q=/))
    .filter(([, quality]) => quality === undefined || Number(quality) > 0)
    .map(([name]) => name?.toLowerCase())
  return offered.includes('br') ? 'br' : offered.includes('gzip') ? 'gzip' : undefined
}
