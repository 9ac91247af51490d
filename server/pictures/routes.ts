import { hash } from 'node:crypto'
import { PICTURES_IN_WINDOW, WRITES_WINDOW } from '../../contract/limits.ts'
import { picturePath } from '../../contract/pictures.ts'
import { countWithin, type Limit } from '../accounts/attempts.ts'
import type { Context } from '../context.ts'
import type { Serve } from '../http/handler.ts'
import { tooMany } from '../http/refusals.ts'
import { PictureConverter } from './converter.ts'
import { storePicture } from './queries.ts'
import { deleteUnusedPictures, deleteUsesOf } from './unused.ts'

const UPLOADS: Limit = { kind: 'pictures', max: PICTURES_IN_WINDOW, window: WRITES_WINDOW }

export function pictureRoutes(serve: Serve, context: Context): void {
  const { db, settings, upkeep, accountParts, gauges } = context
  const converter = new PictureConverter()
  gauges.push({
    name: 'pictures_waiting',
    help: 'Uploaded pictures waiting to be converted',
    read: () => converter.waiting,
  })
  upkeep.push(() => deleteUnusedPictures(db))
  accountParts.push(deleteUsesOf)

  serve('POST /api/pictures', async ({ member, bytes }) => {
    const counted = { limit: UPLOADS, subject: member.id }
    const retryAfter = settings.rateLimit ? await countWithin(db, [counted]) : undefined
    if (retryAfter !== undefined) throw tooMany(retryAfter)
    const picture = await converter.convert(bytes)
    const name = hash('sha256', picture.bytes)
    await db.transaction((trx) => storePicture(trx, member.id, name, picture, counted))
    return { url: picturePath(name), width: picture.width, height: picture.height }
  })
}
