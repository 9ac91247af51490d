import type { FastifyInstance } from 'fastify'
import { hashOfPath, picturePath } from '../../../contract/pictures.ts'
import type { App, Context } from '../../context.ts'
import { entityTag, matchesTag } from '../../platform/cache/cached-response.ts'
import { requireFound } from '../../platform/http/refusals.ts'
import { READING } from '../../platform/http/send-response.ts'
import { Slots } from '../../platform/http/slots.ts'
import { requireActive } from '../accounts/active-member.ts'
import { countWrite } from '../accounts/attempts.ts'
import { PictureConverter } from './converter.ts'
import { findPicture, storePicture, UPLOADS } from './queries.ts'
import { sweepPictures } from './sweep.ts'

// Browsers load all pictures of a page at once.
const READS_WAITING = 1_000

export function addPictures({ serve, server, admission, context }: App): void {
  const converter = new PictureConverter()
  server.addHook('onClose', () => converter.close())
  admission.addOpenRoutes(server, (scope) => servePictures(scope, context), new Slots(READS_WAITING))
  const { db, gauges } = context
  gauges.push({
    name: 'pictures_waiting',
    help: 'Uploaded pictures waiting to be converted',
    read: () => converter.waiting,
  })
  sweepPictures(context)

  serve('POST /api/pictures', async ({ request, member, bytes }) => {
    await countWrite(context, UPLOADS, member.id)
    const picture = await converter.convert(bytes, request.socket)
    const hash = await db.transaction(async (trx) => {
      await requireActive(trx, member.id)
      return storePicture(trx, member.id, picture)
    })
    return { url: picturePath(hash), width: picture.width, height: picture.height }
  })
}

const HEADERS = {
  'cache-control': 'public, max-age=31536000, immutable',
  'content-security-policy': "default-src 'none'; sandbox",
  'x-content-type-options': 'nosniff',
}

function servePictures(app: FastifyInstance, { db }: Context): void {
  app.route({
    method: READING,
    url: '/pictures/:name',
    async handler(request, reply) {
      const hash = requireFound(hashOfPath(request.url.split('?')[0] ?? ''), 'Not found')
      const bytes = requireFound(await findPicture(db.kysely, hash), 'Not found')
      reply.headers({ ...HEADERS, etag: entityTag(hash) })
      if (matchesTag(request.headers['if-none-match'], hash)) return reply.code(304).send()
      return reply.type('image/webp').send(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
    },
  })
}
