import { picturePath } from '../../../contract/pictures.ts'
import type { Context } from '../../context.ts'
import type { Serve } from '../../platform/http/handler.ts'
import { requireActive } from '../accounts/active-member.ts'
import { countWrite } from '../accounts/attempts.ts'
import type { PictureConverter } from './converter.ts'
import { storePicture, UPLOADS } from './queries.ts'
import { sweepPictures } from './sweep.ts'

export function pictureRoutes(serve: Serve, context: Context, converter: PictureConverter): void {
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
