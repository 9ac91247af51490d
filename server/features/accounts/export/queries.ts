import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Queryable } from '../../../database/database.ts'
import { isPostgres } from '../../../database/expressions.ts'
import { LAST_ID } from '../../../ids.ts'
import { REMOVED } from '../../visibility.ts'

// A query per batch, so that an interrupted export leaves nothing open.

const TEXTS = 20
const MARKS = 1_000
const PIECE = 8 * 1024
const EXPORTED = [0, REMOVED]

export async function* postsOf(db: Queryable, userId: string) {
  for (const hidden of EXPORTED) {
    yield* batches(TEXTS, (before) =>
      db
        .selectFrom('posts')
        .select(['id', 'text', 'tags', 'question', 'edited_at'])
        .where('user_id', '=', userId)
        .where('hidden', '=', hidden)
        .where('id', '<', before)
        .orderBy('id', 'desc')
        .limit(TEXTS)
        .execute(),
    )
  }
}

export async function* commentsOf(db: Queryable, userId: string) {
  for (const hidden of EXPORTED) {
    yield* batches(TEXTS, (before) =>
      db
        .selectFrom('comments')
        .select(['id', 'post_id', 'text', 'edited_at'])
        .where('user_id', '=', userId)
        .where('hidden', '=', hidden)
        .where('id', '<', before)
        .orderBy('id', 'desc')
        .limit(TEXTS)
        .execute(),
    )
  }
}

export function marksOf(db: Queryable, table: 'likes' | 'bookmarks', userId: string) {
  return batches(MARKS, (before) =>
    db
      .selectFrom(table)
      .select(['post_id as id', 'id as mark'])
      .where('user_id', '=', userId)
      .where('post_id', '<', before)
      .orderBy('post_id', 'desc')
      .limit(MARKS)
      .execute(),
  )
}

export async function findFollows(db: Queryable, userId: string) {
  const people = await db
    .selectFrom('follows_people')
    .innerJoin('users', 'users.id', 'follows_people.other_id')
    .select(['users.id', 'users.name', 'follows_people.id as followed'])
    .where('user_id', '=', userId)
    .orderBy('follows_people.id', 'desc')
    .execute()
  const tags = await db
    .selectFrom('follows_tags')
    .select(['tag', 'id'])
    .where('user_id', '=', userId)
    .orderBy('id', 'desc')
    .execute()
  return { people, tags }
}

export async function findUploads(db: Queryable, userId: string): Promise<string[]> {
  const uploads = await db
    .selectFrom('picture_uploads')
    .select('hash')
    .where('user_id', '=', userId)
    .orderBy('hash')
    .execute()
  return uploads.map(({ hash }) => hash)
}

/** As text, because V8 frees buffers too late. */
export async function findPiece(db: Queryable, hash: string, start: number): Promise<Uint8Array | undefined> {
  await setImmediate()
  const bytes = sql<Uint8Array>`substr(bytes, ${start}, ${sql.lit(PIECE)})`
  const hex = isPostgres(db) ? sql<string>`encode(${bytes}, 'hex')` : sql<string>`hex(${bytes})`
  const piece = await db
    .selectFrom('pictures')
    .select(hex.as('text'))
    .where('hash', '=', hash)
    .executeTakeFirst()
  return piece && Buffer.from(piece.text, 'hex')
}

/** Throws if the picture has been deleted: a broken download is better than half a picture. */
export async function* piecesFrom(
  db: Queryable,
  hash: string,
  first: Uint8Array,
): AsyncGenerator<Uint8Array> {
  let piece: Uint8Array | undefined = first
  for (let next = 1 + PIECE; piece; next += PIECE) {
    yield piece
    if (piece.length < PIECE) return
    piece = await findPiece(db, hash, next)
  }
  throw new Error(`The picture ${hash} was deleted during an export`)
}

async function* batches<Row extends { id: string }>(size: number, find: (before: string) => Promise<Row[]>) {
  let before = LAST_ID
  for (;;) {
    await setImmediate()
    const rows = await find(before)
    yield rows
    if (rows.length < size) return
    before = rows.at(-1)?.id ?? ''
  }
}
