import type { Database, Queryable } from '../database/database.ts'
import { isOneOf } from '../database/expressions.ts'

const PATH = /\/pictures\/([\da-f]{64})\.webp/g

export async function hasUploaded(db: Queryable, userId: string, hash: string): Promise<boolean> {
  const row = await db
    .selectFrom('picture_uploads')
    .select('hash')
    .where('hash', '=', hash)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row !== undefined
}

export function hashesIn(text: string): Set<string> {
  return new Set(Array.from(text.matchAll(PATH), ([, hash = '']) => hash))
}

/** Called before the text is written: a running sweep does not see the text. */
export async function keepPictures(db: Database, text: string): Promise<void> {
  const hashes = hashesIn(text)
  if (hashes.size === 0) return
  await db.transaction((trx) =>
    trx
      .updateTable('pictures')
      .set({ used_at: Date.now() })
      .where(isOneOf(trx, 'hash', [...hashes], 'text'))
      .execute(),
  )
}
