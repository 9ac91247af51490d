import { hash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import fastJsonStringify from 'fast-json-stringify'
import type { Static, TSchema } from 'typebox'

export type Encoding = 'br' | 'gzip'

export const API_HEADERS = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
}

export const JSON_HEADERS = { ...API_HEADERS, 'content-type': 'application/json; charset=utf-8' }

export type Content = {
  body: string
  status?: 200 | 202
  link?: string | undefined
  headers?: Record<string, string>
}

export const COMPRESS_FROM = 1024
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }
const compressBrotli = promisify(brotliCompress)
const compressGzip = promisify(gzip)
const compressors: Record<Encoding, (bytes: Buffer) => Promise<Buffer>> = {
  br: (bytes) => compressBrotli(bytes, BROTLI),
  gzip: (bytes) => compressGzip(bytes, { level: 5 }),
}

// Compression shares the thread pool with password hashes and files.
const MAX_COMPRESSING = 2 * 1024 * 1024
let bytesCompressing = 0

export class CachedResponse {
  readonly body: Buffer
  readonly headers: Record<string, string>
  readonly status: number
  #contentTag: string | undefined
  readonly #compressed = new Map<Encoding, Promise<Buffer> | Buffer>()

  constructor({ body, link, headers = JSON_HEADERS, status = 200 }: Content) {
    this.body = unpooledCopy(body)
    this.headers = link ? { ...headers, link } : headers
    this.status = status
  }

  get contentTag(): string {
    this.#contentTag ??= hash('sha1', this.body, 'base64url')
    return this.#contentTag
  }

  /** Undefined if too much is being compressed: sending plain bytes is better than waiting. */
  compressed(encoding: Encoding): Promise<Buffer> | Buffer | undefined {
    const existing = this.#compressed.get(encoding)
    if (existing || bytesCompressing > MAX_COMPRESSING) return existing
    const compressing = this.#compress(encoding)
    this.#compressed.set(encoding, compressing)
    return compressing
  }

  async #compress(encoding: Encoding): Promise<Buffer> {
    bytesCompressing += this.body.length
    try {
      const bytes = unpooledCopy(await compressors[encoding](this.body))
      this.#compressed.set(encoding, bytes)
      return bytes
    } catch (error) {
      this.#compressed.delete(encoding)
      throw error
    } finally {
      bytesCompressing -= this.body.length
    }
  }
}

/** A strong tag (RFC 9110) differs by encoding. */
export function entityTag(contentTag: string, encoding?: Encoding): string {
  return encoding ? `"${contentTag}-${encoding}"` : `"${contentTag}"`
}

export function matchesTag(ifNoneMatch: string | undefined, contentTag: string): boolean {
  if (ifNoneMatch === undefined) return false
  if (ifNoneMatch.trim() === '*') return true
  return ([undefined, 'br', 'gzip'] as const).some((encoding) =>
    ifNoneMatch.includes(entityTag(contentTag, encoding)),
  )
}

/** A slice would keep a whole block of Node's pool or zlib, up to 64 KB, in memory. */
function unpooledCopy(content: string | Buffer): Buffer {
  const block = Buffer.allocUnsafeSlow(Buffer.byteLength(content))
  if (typeof content === 'string') block.write(content)
  else content.copy(block)
  return block
}

type Serializer = (value: unknown) => string

const serializers = new WeakMap<TSchema, Serializer>()

/** Leaves out fields that the schema lacks. Compiled at first use, to keep the start fast. */
export function toJson<Schema extends TSchema>(schema: Schema, value: Static<Schema>): string {
  const serialize = serializers.getOrInsertComputed(
    schema,
    () => fastJsonStringify(schema as object) as Serializer,
  )
  return serialize(value)
}
