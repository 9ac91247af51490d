import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Awaitable, after } from '../awaitable.ts'
import type { Kept } from '../fresh-cache.ts'
import { AnswerForm } from './answer-form.ts'
import { blockOf } from './bytes.ts'
import { contentTag, type Encoding, entityTag, isKnown, READING } from './etags.ts'
import { API_HEADERS } from './security-headers.ts'

const COMPRESS_FROM = 1024
// Between these the bytes shrink little more, while the time doubles.
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }
const GZIP = { level: 5 }

const compressors: Record<Encoding, (bytes: Buffer) => Promise<Buffer>> = {
  br: (bytes: Buffer) => promisify(brotliCompress)(bytes, BROTLI),
  gzip: (bytes: Buffer) => promisify(gzip)(bytes, GZIP),
}
type Headers = Record<string, string>

/** JSON ready to be sent, to many: its tag and its compressed forms are made once, when asked for. */
export class PreparedAnswer implements Kept {
  kept = false
  readonly link: string | undefined
  /** How many bytes it is. */
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

  send(request: FastifyRequest, reply: FastifyReply, cacheControl: string): Awaitable<FastifyReply> {
    const encoding = this.#encodingFor(request.headers['accept-encoding'])
    if (READING.includes(request.method)) {
      reply.headers(this.#readingHeaders(cacheControl, encoding))
      // There is no content, so it has no type.
      if (isKnown(request.headers['if-none-match'], this.#tag))
        return reply.removeHeader('content-type').code(304).send()
    } else reply.headers(this.#headers(cacheControl))
    if (!encoding) return reply.send(this.#plain.body)
    return after(this.#compress(encoding), ({ body }) =>
      reply.header('content-encoding', encoding).send(body),
    )
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
    form.putHead(headers, cacheControl)
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

  #compress(encoding: Encoding): Awaitable<AnswerForm> {
    this.#compressed ??= new Map()
    const forms = this.#compressed
    const known = forms.get(encoding)
    if (known) return known
    const compressing = compressors[encoding](this.#plain.body).then((bytes) => {
      const form = new AnswerForm(blockOf(bytes))
      forms.set(encoding, form)
      return form
    })
    forms.set(encoding, compressing)
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
