import type { FastifyInstance } from 'fastify'
import { hashOfPath } from '../../contract/pictures.ts'
import { entityTag, isKnown, READING } from '../answers/etags.ts'
import type { Context } from '../context.ts'
import { requireFound, unavailable } from '../http/refusals.ts'
import { findPicture } from './queries.ts'

const READY_RETRY = 2

// The name is the hash of the content, so it never changes. Opened by itself, a picture can do nothing.
const HEADERS = {
  'cache-control': 'public, max-age=31536000, immutable',
  'content-security-policy': "default-src 'none'; sandbox",
  'x-content-type-options': 'nosniff',
}

/** Serves the stored pictures, to everyone who knows the name of one. */
export function servePictures(app: FastifyInstance, context: Context): void {
  app.route({
    method: READING,
    url: '/pictures/:name',
    async handler(request, reply) {
      if (!context.ready) throw unavailable(READY_RETRY)
      const hash = requireFound(hashOfPath(request.url.split('?')[0] ?? ''), 'Not found')
      const bytes = requireFound(await findPicture(context.db.kysely, hash), 'Not found')
      reply.headers({ ...HEADERS, etag: entityTag(hash) })
      if (isKnown(request.headers['if-none-match'], hash)) return reply.code(304).send()
      return reply.type('image/webp').send(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
    },
  })
}
