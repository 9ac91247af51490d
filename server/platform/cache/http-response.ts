import { hash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { acceptedEncoding, type Encoding } from './encodings.ts'

export const READING = ['GET', 'HEAD']

/** No browser renders these as pages: they load nothing, and nothing may frame or reinterpret them. */
export const API_HEADERS = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
}

type Headers = Record<string, string>

type Form = { body: Buffer; raw?: RawForm & { cacheControl: string } }

/** `written` has the bytes with the date of this second. */
export type RawForm = { lines: string; body: Buffer; written?: { second: number; bytes: Buffer } }

const JSON_HEADERS: Headers = { ...API_HEADERS, 'content-type': 'application/json; charset=utf-8' }

const COMPRESS_FROM = 1024
// Higher levels take twice the time and save few bytes.
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }
const compressBrotli = promisify(brotliCompress)
const compressGzip = promisify(gzip)
const compressors: Record<Encoding, (bytes: Buffer) => Promise<Buffer>> = {
  br: (bytes) => compressBrotli(bytes, BROTLI),
  gzip: (bytes) => compressGzip(bytes, { level: 5 }),
}

// The thread pool also hashes passwords and reads files, which must not queue behind large responses.
const MAX_COMPRESSING = 2 * 1024 * 1024
let bytesCompressing = 0

/** The tag and the compressed forms are created on first use. */
export class HttpResponse {
  readonly size: number
  onGrow: ((bytes: number) => void) | undefined = undefined
  readonly #link: string | undefined
  readonly #typeHeaders: Headers
  readonly #plain: Form
  readonly #compressed = new Map<Encoding, Form>()
  readonly #compressing = new Map<Encoding, Promise<Form>>()
  #contentTag: string | undefined

  constructor(content: string | Buffer, link?: string, typeHeaders: Headers = JSON_HEADERS) {
    const body = typeof content === 'string' ? unpooledCopy(content) : content
    this.size = body.length
    this.#link = link
    this.#typeHeaders = typeHeaders
    this.#plain = { body }
  }

  async send(request: FastifyRequest, reply: FastifyReply, cacheControl: string): Promise<void> {
    const encoding = this.#encodingFor(request.headers['accept-encoding'])
    if (READING.includes(request.method)) {
      reply.headers(this.#readingHeaders(cacheControl, encoding))
      if (isKnown(request.headers['if-none-match'], this.#tag)) {
        // Without content there is no type.
        reply.removeHeader('content-type').code(304).send()
        return
      }
    } else reply.headers(this.#headers(cacheControl))
    const compressed = encoding && (this.#compressed.get(encoding) ?? (await this.#compress(encoding)))
    if (compressed) reply.header('content-encoding', encoding)
    reply.send((compressed ?? this.#plain).body)
  }

  /** Undefined if the response would have to be compressed first. */
  rawForm(
    acceptEncoding: string | undefined,
    cacheControl: string,
    connectionLines: string,
  ): RawForm | undefined {
    const encoding = this.#encodingFor(acceptEncoding)
    const form = encoding ? this.#compressed.get(encoding) : this.#plain
    if (!form || form.raw?.cacheControl === cacheControl) return form?.raw
    const { body } = form
    const headers = {
      ...this.#readingHeaders(cacheControl, encoding),
      'content-length': String(body.length),
      ...(encoding && { 'content-encoding': encoding }),
    }
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
    form.raw = { lines: lines.join('') + connectionLines, body, cacheControl }
    this.onGrow?.(form.raw.lines.length + body.length)
    return form.raw
  }

  #encodingFor(acceptEncoding: string | string[] | undefined): Encoding | undefined {
    if (!acceptEncoding || this.size < COMPRESS_FROM) return undefined
    return acceptedEncoding(String(acceptEncoding))
  }

  get #tag(): string {
    this.#contentTag ??= hash('sha1', this.#plain.body, 'base64url')
    return this.#contentTag
  }

  #readingHeaders(cacheControl: string, encoding: Encoding | undefined): Headers {
    return { ...this.#headers(cacheControl), etag: entityTag(this.#tag, encoding) }
  }

  #headers(cacheControl: string): Headers {
    return {
      'cache-control': cacheControl,
      // Only matters if caches may store the response.
      ...(cacheControl !== 'no-store' && this.size >= COMPRESS_FROM && { vary: 'accept-encoding' }),
      ...(this.#link && { link: this.#link }),
      ...this.#typeHeaders,
    }
  }

  /** Undefined if too much is being compressed already: sending plain bytes is better than waiting. */
  async #compress(encoding: Encoding): Promise<Form | undefined> {
    const running = this.#compressing.get(encoding)
    if (running) return running
    if (bytesCompressing > MAX_COMPRESSING) return undefined
    bytesCompressing += this.size
    const compressing = compressors[encoding](this.#plain.body)
      .then((bytes) => {
        const form = { body: unpooledCopy(bytes) }
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

/** Strong (RFC 9110), so each encoding has a different tag. */
export function entityTag(contentTag: string, encoding?: Encoding): string {
  return encoding ? `"${contentTag}-${encoding}"` : `"${contentTag}"`
}

export function isKnown(ifNoneMatch: string | undefined, contentTag: string): boolean {
  if (ifNoneMatch === undefined) return false
  if (ifNoneMatch.trim() === '*') return true
  return ([undefined, 'br', 'gzip'] as const).some((encoding) =>
    ifNoneMatch.includes(entityTag(contentTag, encoding)),
  )
}

/** Node's pool and zlib use blocks of up to 64 KB, which stay in memory while any slice is in use. */
export function unpooledCopy(content: string | Buffer): Buffer {
  const block = Buffer.allocUnsafeSlow(Buffer.byteLength(content))
  if (typeof content === 'string') block.write(content)
  else content.copy(block)
  return block
}
