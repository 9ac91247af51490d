import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { API_HEADERS } from './api-headers.ts'
import { unpooledCopy } from './bytes.ts'
import { acceptedEncoding, type Encoding } from './encodings.ts'
import { contentTag, entityTag, isKnown, READING } from './etags.ts'
import { WireForm } from './wire-form.ts'

const COMPRESS_FROM = 1024
// Higher levels take twice the time and save few bytes.
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }
const GZIP = { level: 5 }

const compressBrotli = promisify(brotliCompress)
const compressGzip = promisify(gzip)
const compressors: Record<Encoding, (bytes: Buffer) => Promise<Buffer>> = {
  br: (bytes) => compressBrotli(bytes, BROTLI),
  gzip: (bytes) => compressGzip(bytes, GZIP),
}
type Headers = Record<string, string>

const JSON_HEADERS: Headers = { ...API_HEADERS, 'content-type': 'application/json; charset=utf-8' }

// Compression shares the thread pool with password hashes and files, which must not queue behind large answers.
const MAX_COMPRESSING = 2 * 1024 * 1024
let bytesCompressing = 0

/** An answer that can be sent many times. Its tag and compressed forms are created on first use. */
export class Answer {
  readonly link: string | undefined
  /** Uncompressed, in bytes. */
  readonly size: number
  /** Set by the cache while it holds the answer; called with the number of bytes added. */
  onGrow: ((bytes: number) => void) | undefined = undefined
  readonly #typeHeaders: Headers
  readonly #plain: WireForm
  readonly #compressed = new Map<Encoding, WireForm>()
  readonly #compressing = new Map<Encoding, Promise<WireForm>>()
  #contentTag: string | undefined

  constructor(content: string | Buffer, link?: string, typeHeaders: Headers = JSON_HEADERS) {
    const bytes = typeof content === 'string' ? unpooledCopy(content) : content
    this.#typeHeaders = typeHeaders
    this.#plain = new WireForm(bytes)
    this.size = bytes.length
    this.link = link
  }

  async send(request: FastifyRequest, reply: FastifyReply, cacheControl: string): Promise<void> {
    const encoding = this.#encodingFor(request.headers['accept-encoding'])
    if (READING.includes(request.method)) {
      reply.headers(this.#readingHeaders(cacheControl, encoding))
      // There is no content, so it has no type.
      if (isKnown(request.headers['if-none-match'], this.#tag)) {
        reply.removeHeader('content-type').code(304).send()
        return
      }
    } else reply.headers(this.#headers(cacheControl))
    const compressed = encoding && (this.#compressed.get(encoding) ?? (await this.#compress(encoding)))
    if (compressed) reply.header('content-encoding', encoding)
    reply.send((compressed ?? this.#plain).body)
  }

  /** Head and body as sent over the wire, or undefined if they would have to be compressed first. */
  wireForm(
    acceptEncoding: string | undefined,
    cacheControl: string,
    keepAliveSeconds: number,
  ): WireForm | undefined {
    const encoding = this.#encodingFor(acceptEncoding)
    const form = encoding ? this.#compressed.get(encoding) : this.#plain
    if (!form) return undefined
    // The same answer is hardly ever sent with different cache-control headers, so one head is enough.
    if (form.hasHeadFor(cacheControl)) return form
    const headers = {
      ...this.#readingHeaders(cacheControl, encoding),
      'content-length': String(form.body.length),
      ...(encoding && { 'content-encoding': encoding }),
      connection: 'keep-alive',
      'keep-alive': `timeout=${keepAliveSeconds}`,
    }
    this.onGrow?.(form.setHead(headers, cacheControl))
    return form
  }

  #encodingFor(acceptEncoding: string | string[] | undefined): Encoding | undefined {
    if (!acceptEncoding || this.size < COMPRESS_FROM) return undefined
    return acceptedEncoding(String(acceptEncoding))
  }

  get #tag(): string {
    this.#contentTag ??= contentTag(this.#plain.body)
    return this.#contentTag
  }

  #readingHeaders(cacheControl: string, encoding: Encoding | undefined): Headers {
    return { ...this.#headers(cacheControl), etag: entityTag(this.#tag, encoding) }
  }

  #headers(cacheControl: string): Headers {
    const storable = cacheControl !== 'no-store'
    return {
      ...this.#typeHeaders,
      'cache-control': cacheControl,
      ...(this.link && { link: this.link }),
      // Only matters if caches may store the answer.
      ...(storable && this.size >= COMPRESS_FROM && { vary: 'accept-encoding' }),
    }
  }

  /** Undefined if too much is being compressed already: sending plain bytes is better than waiting. */
  async #compress(encoding: Encoding): Promise<WireForm | undefined> {
    const running = this.#compressing.get(encoding)
    if (running) return running
    if (bytesCompressing > MAX_COMPRESSING) return undefined
    bytesCompressing += this.size
    const compressing = compressors[encoding](this.#plain.body)
      .then((bytes) => {
        const form = new WireForm(unpooledCopy(bytes))
        this.#compressed.set(encoding, form)
        this.onGrow?.(bytes.length)
        return form
      })
      .finally(() => {
        bytesCompressing -= this.size
        this.#compressing.delete(encoding)
      })
    this.#compressing.set(encoding, compressing)
    return compressing
  }
}
