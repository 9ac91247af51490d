import { sql } from 'kysely'
import type { Context } from '../../context.ts'
import { BATCH, inBatches } from '../../database/batches.ts'
import type { Database, Queryable } from '../../database/database.ts'
import { isOneOf } from '../../database/expressions.ts'
import { after, isPlanned } from '../../platform/jobs/queries.ts'
import { hashesIn } from '../used-pictures.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
const ROWS = 1_000
const PICTURES_AT_ONCE = 50_000

/** Current texts come first: an edit during the sweep moves a text to the versions. */
const TEXTS = [
  { table: 'users', key: ['id'], text: 'avatar_hash' },
  { table: 'profiles', key: ['user_id'], text: 'bio' },
  { table: 'projects', key: ['user_id', 'id'], text: 'picture' },
  { table: 'projects', key: ['user_id', 'id'], text: 'description' },
  { table: 'site', key: ['key'], text: 'value' },
  { table: 'posts', key: ['id'], text: 'text' },
  { table: 'comments', key: ['post_id', 'id'], text: 'text' },
  { table: 'post_versions', key: ['post_id', 'version'], text: 'text' },
  { table: 'comment_versions', key: ['post_id', 'comment_id', 'version'], text: 'text' },
]

const SWEEP = 'sweep-pictures'

export function sweepPictures({ db, jobs, maintenance, accountDeletionSteps }: Context): void {
  const sweepLater = jobs.define<Record<string, never>>(SWEEP, {
    atOnce: 1,
    run: (_payload, { signal }) => deleteUnusedPictures(db, { signal }),
  })
  maintenance.add(async () => {
    const picture = await db.kysely.selectFrom('pictures').select('hash').limit(1).executeTakeFirst()
    if (!picture) return
    if (!(await isPlanned(db.kysely, SWEEP)))
      await db.transaction((trx) => sweepLater(trx, {}, after(trx, DAY)))
  })
  accountDeletionSteps.push(async (trx, userId) => {
    const released = await releaseUploads(trx, userId)
    if (released > 0) await sweepLater(trx, {}, after(trx, MINUTE))
    return { done: released < BATCH }
  })
}

type Options = { signal?: AbortSignal; before?: number }

export async function deleteUnusedPictures(
  db: Database,
  { signal, before = Date.now() - DAY }: Options = {},
): Promise<void> {
  for (let last: string | undefined = ''; last !== undefined; ) {
    const pictures = await picturesUsedBefore(db.kysely, before, last)
    if (pictures.hashes.size > 0) await deleteUnused(db, pictures.hashes, before, signal)
    last = pictures.last
  }
}

async function deleteUnused(
  db: Database,
  unused: Set<string>,
  before: number,
  signal: AbortSignal | undefined,
): Promise<void> {
  for (const source of TEXTS) {
    let last: Row | undefined
    await inBatches(async () => {
      signal?.throwIfAborted()
      const rows = await textsAfter(db.kysely, source, last)
      for (const { mentioning } of rows) {
        for (const hash of hashesIn(mentioning ?? '')) unused.delete(hash)
      }
      last = rows.at(-1)
      return { done: rows.length < ROWS }
    })
  }
  await inBatches(async () => {
    signal?.throwIfAborted()
    const hashes = [...unused].slice(0, BATCH)
    for (const hash of hashes) unused.delete(hash)
    // A writer sets `used_at` before the text, so the picture stays.
    if (hashes.length > 0) {
      await db.transaction((trx) =>
        trx
          .deleteFrom('pictures')
          .where(isOneOf(trx, 'hash', hashes, 'text'))
          .where('used_at', '<', before)
          .execute(),
      )
    }
    return { done: unused.size === 0 }
  })
}

async function picturesUsedBefore(db: Queryable, before: number, start: string) {
  const hashes = new Set<string>()
  let last: string | undefined = start
  await inBatches(async () => {
    const pictures = await db
      .selectFrom('pictures')
      .select(['hash', 'used_at'])
      .where('hash', '>', last ?? '')
      .orderBy('hash')
      .limit(BATCH)
      .execute()
    for (const { hash, used_at } of pictures) if (used_at < before) hashes.add(hash)
    last = pictures.length < BATCH ? undefined : pictures.at(-1)?.hash
    return { done: last === undefined || hashes.size >= PICTURES_AT_ONCE }
  })
  return { hashes, last }
}

type Row = { mentioning: string | null } & Record<string, unknown>

async function textsAfter(
  db: Queryable,
  { table, key, text }: (typeof TEXTS)[number],
  last: Row | undefined,
): Promise<Row[]> {
  const columns = sql.join(key.map((column) => sql.ref(column)))
  const isAfter = last ? sql`(${columns}) > (${sql.join(key.map((column) => last[column]))})` : sql`1 = 1`
  const { rows } = await sql<Row>`
    select ${columns}, case when ${sql.ref(text)} like '%/pictures/%' then ${sql.ref(text)} end as mentioning
    from ${sql.table(table)} where ${isAfter} order by ${columns} limit ${sql.lit(ROWS)}`.execute(db)
  return rows
}

/** Pictures of no other member are deleted after a minute, when requests that use them have ended. */
async function releaseUploads(trx: Queryable, userId: string): Promise<number> {
  const uploads = await trx
    .selectFrom('picture_uploads')
    .select('hash')
    .where('user_id', '=', userId)
    .limit(BATCH)
    .execute()
  if (uploads.length === 0) return 0
  const hashes = uploads.map(({ hash }) => hash)
  await trx
    .deleteFrom('picture_uploads')
    .where(isOneOf(trx, 'hash', hashes, 'text'))
    .where('user_id', '=', userId)
    .execute()
  const usedAt = Date.now() - DAY + MINUTE
  await trx
    .updateTable('pictures')
    .set({ used_at: usedAt })
    .where(isOneOf(trx, 'hash', hashes, 'text'))
    .where('used_at', '>', usedAt)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('picture_uploads')
            .select('picture_uploads.hash')
            .whereRef('picture_uploads.hash', '=', 'pictures.hash'),
        ),
      ),
    )
    .execute()
  return uploads.length
}
