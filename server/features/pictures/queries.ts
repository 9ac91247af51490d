import { hash as sha256 } from 'node:crypto'
import { sql } from 'kysely'
import { PICTURE_QUOTA, PICTURES_IN_WINDOW, WRITES_WINDOW } from '../../../contract/limits.ts'
import type { Queryable } from '../../database/database.ts'
import { invalid } from '../../platform/http/refusals.ts'
import { addToCounter, type Limit } from '../accounts/attempts.ts'
import type { Converted } from './convert.ts'

export const UPLOADS: Limit = { kind: 'pictures', max: PICTURES_IN_WINDOW, window: WRITES_WINDOW }

export async function storePicture(
  trx: Queryable,
  userId: string,
  { bytes, width, height }: Converted,
): Promise<string> {
  const hash = sha256('sha256', bytes)
  // Locks the counter of the member against concurrent uploads.
  await addToCounter(trx, { limit: UPLOADS, subject: userId }, 0, Date.now()).execute()
  const used_at = Date.now()
  await trx
    .insertInto('pictures')
    .values({ hash, size: bytes.length, width, height, used_at, bytes })
    .onConflict((conflict) => conflict.column('hash').doUpdateSet({ used_at }))
    .execute()
  await trx
    .insertInto('picture_uploads')
    .values({ hash, user_id: userId })
    .onConflict((conflict) => conflict.columns(['hash', 'user_id']).doNothing())
    .execute()
  if ((await bytesOf(trx, userId)) > PICTURE_QUOTA) {
    throw invalid({ msg: `Your pictures would exceed ${PICTURE_QUOTA / 1024 / 1024} MB in total` })
  }
  return hash
}

async function bytesOf(db: Queryable, userId: string): Promise<number> {
  const row = await db
    .selectFrom('picture_uploads')
    .innerJoin('pictures', 'pictures.hash', 'picture_uploads.hash')
    .select(sql<number>`coalesce(sum(size), 0)`.as('bytes'))
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return Number(row?.bytes ?? 0)
}

export async function findPicture(db: Queryable, hash: string): Promise<Uint8Array | undefined> {
  const picture = await db.selectFrom('pictures').select('bytes').where('hash', '=', hash).executeTakeFirst()
  return picture?.bytes
}
