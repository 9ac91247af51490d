import type { FastifyInstance } from 'fastify'
import { hashOfPath } from '../../../contract/pictures.ts'
import type { Context } from '../../context.ts'
import { entityTag, isKnown } from '../../platform/cache/cached-response.ts'
import { requireFound } from '../../platform/http/refusals.ts'
import { READING } from '../../platform/http/send-response.ts'
import { findPicture } from './queries.ts'

// The name is the hash of the content, so it never changes. Opened by itself, a picture can do nothing.
const HEADERS = {
  'cache-control': 'public, max-age=31536000, immutable',
  'content-security-policy': "default-src 'none'; sandbox",
  'x-content-type-options': 'nosniff',
}

/** Each request reads from the database, so floods are refused. */
export function servePictures(app: FastifyInstance, { db }: Context): void {
  app.route({
    method: READING,
    url: '/pictures/:name',
    async handler(request, reply) {
      const hash = requireFound(hashOfPath(request.url.split('?')[0] ?? ''), 'Not found')
      const bytes = requireFound(await findPicture(db.kysely, hash), 'Not found')
      reply.headers({ ...HEADERS, etag: entityTag(hash) })
      if (isKnown(request.headers['if-none-match'], hash)) return reply.code(304).send()
      return reply.type('image/webp').send(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
    },
  })
}
