import { hash as sha256 } from 'node:crypto'
import { sql } from 'kysely'
import { PICTURE_QUOTA, PICTURES_IN_WINDOW, WRITES_WINDOW } from '../../../contract/limits.ts'
import type { Queryable } from '../../database/database.ts'
import { prepare } from '../../database/prepared.ts'
import { invalid } from '../../platform/http/refusals.ts'
import { addToCounter, type Limit } from '../accounts/attempts.ts'
import type { Converted } from './convert.ts'
import { touchPictures, UPLOAD } from './uses.ts'

export const UPLOADS: Limit = { kind: 'pictures', max: PICTURES_IN_WINDOW, window: WRITES_WINDOW }

/** Stores a picture, once for all who upload the same, within the member's quota; returns its hash. */
export async function storePicture(
  trx: Queryable,
  userId: string,
  { bytes, width, height }: Converted,
): Promise<string> {
  const hash = sha256('sha256', bytes)
  // Locks the member's counter, so that each of several concurrent uploads sees what the others add.
  await addToCounter(trx, { limit: UPLOADS, subject: userId }, 0, Date.now()).execute()
  await trx
    .insertInto('pictures')
    .values({ hash, size: bytes.length, width, height, touches: 0, bytes })
    .onConflict((conflict) => conflict.column('hash').doNothing())
    .execute()
  await touchPictures(trx, userId, UPLOAD, [hash])
  if ((await bytesOf(trx, userId)) > PICTURE_QUOTA) {
    throw invalid({ msg: `Your pictures would take more than ${PICTURE_QUOTA / 1024 / 1024} MB together` })
  }
  return hash
}

async function bytesOf(db: Queryable, userId: string): Promise<number> {
  const row = await db
    .selectFrom('picture_uses')
    .innerJoin('pictures', 'pictures.hash', 'picture_uses.hash')
    .select(sql<number>`coalesce(sum(size), 0)`.as('bytes'))
    .where('user_id', '=', userId)
    .where('used_by', '=', UPLOAD)
    .executeTakeFirst()
  return Number(row?.bytes ?? 0)
}

export async function hasUploaded(db: Queryable, userId: string, hash: string): Promise<boolean> {
  const row = await db
    .selectFrom('picture_uses')
    .select('hash')
    .where('hash', '=', hash)
    .where('user_id', '=', userId)
    .where('used_by', '=', UPLOAD)
    .executeTakeFirst()
  return row !== undefined
}

const pictureBytes = prepare((db, hash: string) =>
  db.selectFrom('pictures').select('bytes').where('hash', '=', hash),
)

export async function findPicture(db: Queryable, hash: string): Promise<Uint8Array | undefined> {
  const { rows } = await pictureBytes(db, hash)
  return rows[0]?.bytes
}
