import type { FastifyReply, FastifyRequest } from 'fastify'
import { contentTag, entityTag, isKnown } from '../cache/etags.ts'

/** A page or file that stays the same while the process runs. Browsers revalidate it each time. */
export class FixedAnswer {
  readonly #content: string | Buffer
  readonly #type: string
  readonly #tag: string

  constructor(content: string | Buffer, type: string) {
    this.#content = content
    this.#type = type
    this.#tag = contentTag(content)
  }

  send(request: FastifyRequest, reply: FastifyReply): FastifyReply {
    reply.headers({ 'cache-control': 'no-cache', etag: entityTag(this.#tag) })
    if (isKnown(request.headers['if-none-match'], this.#tag)) return reply.code(304).send()
    return reply.type(this.#type).send(this.#content)
  }
}
