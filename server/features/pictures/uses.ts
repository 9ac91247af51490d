import { sql } from 'kysely'
import { hashOfPath } from '../../../contract/pictures.ts'
import type { Database, Queryable } from '../../database/database.ts'

// A picture is stored as long as something uses it. A use is recorded before the text that causes it is written, in its
// own transaction, and checked again every day (unused.ts).

/** The upload itself counts as a use for a day, or as long as the member uses the picture otherwise. */
export const UPLOAD = 'upload'
export const AVATAR = 'avatar'
export const BIO = 'bio'

/** What can use a picture: the avatar or bio of a member, a post, or a comment. */
export type UsedBy = typeof AVATAR | typeof BIO | `post ${string}` | `comment ${string} ${string}`

const PATH = /\/pictures\/[\da-f]{64}\.webp/g

/** The hashes of the pictures that a text shows. */
function picturesIn(text: string): string[] {
  const paths = new Set(text.match(PATH))
  return [...paths].flatMap((path) => hashOfPath(path) ?? [])
}

/** Records that a member is about to use the pictures of a text. Nearly all texts have none. */
export function recordUses(
  db: Database,
  userId: string,
  usedBy: UsedBy,
  text: string,
): Promise<void> | undefined {
  const hashes = picturesIn(text)
  if (hashes.length === 0) return undefined
  return db.transaction((trx) => touchPictures(trx, userId, usedBy, hashes))
}

/**
 * Records a use of those pictures that exist. Because this changes the picture's row, a concurrent deletion checks
 * again whether the picture is used.
 */
export async function touchPictures(
  trx: Queryable,
  userId: string,
  usedBy: UsedBy | typeof UPLOAD,
  hashes: string[],
): Promise<void> {
  const found = await trx
    .updateTable('pictures')
    .set({ touches: sql<number>`touches + 1` })
    .where('hash', 'in', hashes)
    .returning('hash')
    .execute()
  if (found.length === 0) return
  const at = Date.now()
  await trx
    .insertInto('picture_uses')
    .values(found.map(({ hash }) => ({ hash, user_id: userId, used_by: usedBy, at })))
    .onConflict((conflict) => conflict.columns(['hash', 'user_id', 'used_by']).doUpdateSet({ at }))
    .execute()
}
