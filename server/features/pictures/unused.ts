import { picturePath } from '../../../contract/pictures.ts'
import { BATCH, inBatches } from '../../database/batches.ts'
import type { Database, Queryable } from '../../database/database.ts'
import type { Tables } from '../../database/schema/tables.ts'
import { AVATAR, BIO, UPLOAD } from './uses.ts'

type Use = Tables['picture_uses']

const DAY = 24 * 60 * 60_000

/** Deletes the pictures that nothing has used for a day. */
export async function deleteUnusedPictures(db: Database, before = Date.now() - DAY): Promise<void> {
  await inBatches(() => db.transaction((trx) => checkUses(trx, before)))
}

/** Checks a batch of uses: confirms those that still exist, and deletes the others. */
async function checkUses(trx: Queryable, before: number): Promise<{ done: boolean }> {
  const uses = await trx
    .selectFrom('picture_uses')
    .selectAll()
    .where('at', '<', before)
    .orderBy('at')
    .limit(BATCH)
    .execute()
  const isLive = await liveAmong(trx, uses)
  const now = Date.now()
  const ended: string[] = []
  for (const use of uses) {
    const { hash, user_id, used_by } = use
    if (isLive(use)) {
      await trx
        .updateTable('picture_uses')
        .set({ at: now })
        .where('hash', '=', hash)
        .where('user_id', '=', user_id)
        .where('used_by', '=', used_by)
        .execute()
    } else {
      const { numDeletedRows } = await trx
        .deleteFrom('picture_uses')
        .where('hash', '=', hash)
        .where('user_id', '=', user_id)
        .where('used_by', '=', used_by)
        .where('at', '<', before)
        .executeTakeFirst()
      if (numDeletedRows > 0n) ended.push(hash)
    }
  }
  await deleteIfUnused(trx, ended)
  return { done: uses.length < BATCH }
}

/** Whether a recorded use still exists. An old version of a post counts, because its history shows the picture. */
async function liveAmong(trx: Queryable, uses: Use[]): Promise<(use: Use) => boolean> {
  const posts = await existingPosts(trx, idsOf(uses, 'post', 1))
  const comments = await existingComments(trx, idsOf(uses, 'comment', 1), idsOf(uses, 'comment', 2))
  const users = [...new Set(uses.map(({ user_id }) => user_id))]
  const shown = new Map<string, string>()
  const used = new Set<string>()
  if (users.length > 0) {
    const people = await trx
      .selectFrom('users')
      .leftJoin('profiles', 'profiles.user_id', 'users.id')
      .select(['users.id', 'avatar_hash', 'bio'])
      .where('users.id', 'in', users)
      .execute()
    for (const { id, avatar_hash, bio } of people) {
      shown.set(`${id} ${AVATAR}`, avatar_hash)
      shown.set(`${id} ${BIO}`, bio ?? '')
    }
    const others = await trx
      .selectFrom('picture_uses')
      .select(['hash', 'user_id'])
      .where('user_id', 'in', users)
      .where('used_by', '!=', UPLOAD)
      .where('hash', 'in', [...new Set(uses.map(({ hash }) => hash))])
      .execute()
    for (const { hash, user_id } of others) used.add(`${user_id} ${hash}`)
  }
  return ({ hash, user_id, used_by }) => {
    const [kind, first = '', second = ''] = used_by.split(' ')
    if (kind === UPLOAD) return used.has(`${user_id} ${hash}`)
    if (kind === 'post') return posts.has(first)
    if (kind === 'comment') return comments.has(second)
    return shown.get(`${user_id} ${kind}`)?.includes(picturePath(hash)) ?? false
  }
}

function idsOf(uses: Use[], kind: string, place: number): string[] {
  return uses
    .map(({ used_by }) => used_by.split(' '))
    .flatMap((parts) => (parts[0] === kind ? (parts[place] ?? []) : []))
}

async function existingPosts(trx: Queryable, ids: string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const rows = await trx.selectFrom('posts').select('id').where('id', 'in', ids).execute()
  return new Set(rows.map(({ id }) => id))
}

async function existingComments(trx: Queryable, postIds: string[], ids: string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const rows = await trx
    .selectFrom('comments')
    .select('id')
    .where('post_id', 'in', postIds)
    .where('id', 'in', ids)
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/** Deletes a batch of a member's uses, with the pictures that nobody else uses. */
export async function deleteUsesOf(trx: Queryable, userId: string): Promise<{ done: boolean }> {
  const uses = await trx
    .selectFrom('picture_uses')
    .select(['hash', 'used_by'])
    .where('user_id', '=', userId)
    .limit(BATCH)
    .execute()
  for (const { hash, used_by } of uses) {
    await trx
      .deleteFrom('picture_uses')
      .where('hash', '=', hash)
      .where('user_id', '=', userId)
      .where('used_by', '=', used_by)
      .execute()
  }
  await deleteIfUnused(trx, [...new Set(uses.map(({ hash }) => hash))])
  return { done: uses.length < BATCH }
}

/** If someone begins to use a picture meanwhile, its number of touches has changed, and it stays. */
async function deleteIfUnused(trx: Queryable, hashes: string[]): Promise<void> {
  if (hashes.length === 0) return
  const pictures = await trx
    .selectFrom('pictures')
    .select(['hash', 'touches'])
    .where('hash', 'in', hashes)
    .execute()
  for (const { hash, touches } of pictures) {
    await trx
      .deleteFrom('pictures')
      .where('hash', '=', hash)
      .where('touches', '=', touches)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('picture_uses').select('picture_uses.hash').where('picture_uses.hash', '=', hash),
          ),
        ),
      )
      .execute()
  }
}
