import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Awaitable, after } from '../awaitable.ts'
import type { Kept } from '../fresh-cache.ts'
import { AnswerForm } from './answer-form.ts'
import { blockOf } from './bytes.ts'
import { acceptedEncoding, type Encoding } from './encodings.ts'
import { contentTag, entityTag, isKnown, READING } from './etags.ts'
import { API_HEADERS } from './security-headers.ts'

const COMPRESS_FROM = 1024
// Between these the bytes shrink little more, while the time doubles.
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }
const GZIP = { level: 5 }

const compressors: Record<Encoding, (bytes: Buffer) => Promise<Buffer>> = {
  br: (bytes) => promisify(brotliCompress)(bytes, BROTLI),
  gzip: (bytes) => promisify(gzip)(bytes, GZIP),
}
type Headers = Record<string, string>

// Compression shares its few threads with passwords and files, who must not wait for many large answers.
const MOST_COMPRESSING = 2 * 1024 * 1024
let bytesCompressing = 0

/** JSON ready to be sent, to many: its tag and its compressed forms are made once, when asked for. */
export class PreparedAnswer implements Kept {
  kept = false
  grown: Kept['grown'] = undefined
  #whenReleased: Set<() => void> | undefined
  readonly link: string | undefined
  /** How many bytes it is, uncompressed. */
  readonly size: number
  readonly #plain: AnswerForm
  #compressed: Map<Encoding, Awaitable<AnswerForm>> | undefined
  #contentTag: string | undefined

  constructor(json: string | Buffer, link?: string) {
    const bytes = typeof json === 'string' ? blockOf(json) : json
    this.#plain = new AnswerForm(bytes)
    this.size = bytes.length
    this.link = link
  }

  /** For who refers to it only while it is kept; gives the way to take that back. */
  whenReleased(then: () => void): () => void {
    this.#whenReleased ??= new Set()
    this.#whenReleased.add(then)
    return () => this.#whenReleased?.delete(then)
  }

  released(): void {
    for (const then of this.#whenReleased ?? []) then()
    this.#whenReleased = undefined
  }

  send(request: FastifyRequest, reply: FastifyReply, cacheControl: string): Awaitable<FastifyReply> {
    const encoding = this.#encodingFor(request.headers['accept-encoding'])
    if (READING.includes(request.method)) {
      reply.headers(this.#readingHeaders(cacheControl, encoding))
      // There is no content, so it has no type.
      if (isKnown(request.headers['if-none-match'], this.#tag))
        return reply.removeHeader('content-type').code(304).send()
    } else reply.headers(this.#headers(cacheControl))
    const compressed = encoding && this.#compress(encoding)
    if (!compressed) return reply.send(this.#plain.body)
    return after(compressed, ({ body }) => reply.header('content-encoding', encoding).send(body))
  }

  /** What a reader is sent, head and all, if it is there without waiting. */
  whole(
    acceptEncoding: string | undefined,
    cacheControl: string,
    keepAliveSeconds: number,
  ): AnswerForm | undefined {
    const encoding = this.#encodingFor(acceptEncoding)
    const form = encoding ? this.#compressed?.get(encoding) : this.#plain
    if (!form || form instanceof Promise) return undefined
    // Hardly ever is one answer sent by calls that let it be kept in different ways.
    if (form.hasHeadFor(cacheControl)) return form
    const headers = {
      ...this.#readingHeaders(cacheControl, encoding),
      'content-length': String(form.body.length),
      ...(encoding && { 'content-encoding': encoding }),
      connection: 'keep-alive',
      'keep-alive': `timeout=${keepAliveSeconds}`,
    }
    this.grown?.(form.putHead(headers, cacheControl))
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
      ...API_HEADERS,
      'content-type': 'application/json; charset=utf-8',
      'cache-control': cacheControl,
      ...(this.link && { link: this.link }),
      // Only where someone on the way may keep it does it matter what it depends on.
      ...(storable && this.size >= COMPRESS_FROM && { vary: 'accept-encoding' }),
    }
  }

  /** Undefined where too much is being compressed already: plain bytes now are better than a wait. */
  #compress(encoding: Encoding): Awaitable<AnswerForm> | undefined {
    this.#compressed ??= new Map()
    const forms = this.#compressed
    const known = forms.get(encoding)
    if (known) return known
    if (bytesCompressing > MOST_COMPRESSING) return undefined
    bytesCompressing += this.size
    const compressing = compressors[encoding](this.#plain.body)
      .then((bytes) => {
        const form = new AnswerForm(blockOf(bytes))
        forms.set(encoding, form)
        this.grown?.(bytes.length)
        return form
      })
      .finally(() => {
        bytesCompressing -= this.size
      })
    forms.set(encoding, compressing)
    return compressing
  }
}
