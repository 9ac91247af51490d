import { sql } from 'kysely'
import { avatarHash } from '../server/accounts/avatars.ts'
import { HashQueue } from '../server/accounts/passwords.ts'
import { recordChanges } from '../server/database/changes.ts'
import type { Database, Queryable } from '../server/database/database.ts'
import { idAt } from '../server/ids.ts'

export type Size = { users: number; posts: number }

const BATCH = 5_000
const DAY = 86_400_000
const SENTENCE = 'How do you keep a long list fast when every row can change while somebody is reading it? '
const REPLY = 'Page by key instead of by offset, and read only the columns that the page shows.'

/** Fills an empty database in bulk with users, profiles, posts, and two likes and a comment a post on average. */
export async function fill(
  db: Database,
  size: Size,
  report: (done: number, all: number) => void,
): Promise<void> {
  const passwordHash = await new HashQueue().hash('developer')
  const begin = Date.now() - 365 * DAY
  const userId = (n: number) => idAt(begin + n, n % 4096, digits(n, 1))
  const postId = (n: number) => idAt(begin + size.users + n * 10, n % 4096, digits(n, 2))
  const all = size.users + size.posts
  const insert = inserter(db)

  await db.transaction(async (trx) => {
    for (let start = 0; start < size.users; start += BATCH) {
      const numbers = range(start, Math.min(start + BATCH, size.users))
      await insert(
        trx,
        'users',
        numbers.map((n) => user(n, userId(n), passwordHash)),
      )
      await insert(
        trx,
        'profiles',
        numbers.map((n) => profile(n, userId(n))),
      )
      await insert(
        trx,
        'experience',
        numbers.map((n) => experience(n, userId(n))),
      )
      report(start + numbers.length, all)
    }
    for (let start = 0; start < size.posts; start += BATCH) {
      const numbers = range(start, Math.min(start + BATCH, size.posts))
      const likes = numbers.flatMap((n) =>
        range(0, n % 5).map((k) => ({
          post_id: postId(n),
          user_id: userId((n * 7 + k * 13) % size.users),
          id: idAt(begin + size.users + n * 10 + k, k, digits(n * 5 + k, 3)),
        })),
      )
      const comments = numbers.flatMap((n) =>
        range(0, n % 3).map((k) => ({
          id: idAt(begin + size.users + n * 10 + k, k, digits(n * 3 + k, 4)),
          post_id: postId(n),
          user_id: userId((n * 11 + k) % size.users),
          text: REPLY,
        })),
      )
      const posts = numbers.map((n) => ({
        id: postId(n),
        user_id: userId(n % size.users),
        text: `${n}: ${SENTENCE.repeat(1 + (n % 3))}`,
        like_count: n % 5,
        comment_count: n % 3,
      }))
      await insert(trx, 'posts', posts)
      await insert(trx, 'likes', likes)
      await insert(trx, 'comments', comments)
      report(size.users + start + numbers.length, all)
    }
    await recordChanges(trx, 'all')
  })
}

/** Makes one of the newest posts as popular as a post can be. */
export async function makeHeavy(
  db: Database,
  postId: string,
  likes: number,
  comments: number,
): Promise<void> {
  const users = await db.kysely.selectFrom('users').select('id').orderBy('id').limit(likes).execute()
  if (users.length < likes) throw new Error(`${likes} likes take as many members; there are ${users.length}.`)
  const insert = inserter(db)
  const now = Date.now()
  await db.transaction(async (trx) => {
    await trx.deleteFrom('likes').where('post_id', '=', postId).execute()
    await insert(
      trx,
      'likes',
      users.map(({ id }, n) => ({ post_id: postId, user_id: id, id: idAt(now + n) })),
    )
    await insert(
      trx,
      'comments',
      range(0, comments).map((n) => ({
        id: idAt(now + n),
        post_id: postId,
        user_id: users[n % users.length]?.id ?? '',
        text: REPLY,
      })),
    )
    await trx
      .updateTable('posts')
      .set({ like_count: users.length, comment_count: sql`comment_count + ${comments}` })
      .where('id', '=', postId)
      .execute()
    await recordChanges(trx, 'all')
  })
}

/** Removes all comments with this text, so that discussions are as long as they were before them. */
export async function removeComments(db: Database, text: string): Promise<void> {
  await db.transaction(async (trx) => {
    const { numDeletedRows } = await trx.deleteFrom('comments').where('text', '=', text).executeTakeFirst()
    if (numDeletedRows === 0n) return
    await sql`update posts set comment_count =
      (select count(*) from comments where post_id = posts.id)`.execute(trx)
    await recordChanges(trx, 'all')
  })
}

/** Rows travel as one JSON text: building a statement with thousands of parameters would take longer. */
function inserter(db: Database) {
  return async (trx: Queryable, table: string, rows: Record<string, unknown>[]) => {
    const [first] = rows
    if (!first) return
    const columns = Object.keys(first)
    const names = sql.join(columns.map((column) => sql.ref(column)))
    const json = JSON.stringify(rows)
    const source =
      db.engine === 'postgres'
        ? sql`select ${names} from json_populate_recordset(null::${sql.table(table)}, ${json}::json)`
        : sql`select ${sql.join(columns.map((column) => sql`value ->> ${sql.lit(column)}`))} from json_each(${json})`
    await sql`insert into ${sql.table(table)} (${names}) ${source}`.execute(trx)
  }
}

function user(n: number, id: string, passwordHash: string) {
  const email = `member-${n}@example.com`
  return {
    id,
    name: `Member ${n}`,
    email,
    email_key: email,
    avatar_hash: avatarHash(email),
    password_hash: passwordHash,
  }
}

function profile(n: number, userId: string) {
  return {
    user_id: userId,
    id: userId,
    status: 'Developer',
    company: `Company ${n % 100}`,
    location: 'Lisbon',
    skills: JSON.stringify(['TypeScript', 'SQL', 'Linux', 'CSS', 'Go']),
    bio: SENTENCE,
  }
}

function experience(n: number, userId: string) {
  return {
    id: idAt(n, n % 4096, digits(n, 5)),
    user_id: userId,
    from_date: '2019-04-01',
    current: 1,
    title: 'Engineer',
    company: `Company ${n % 100}`,
  }
}

/** Eight bytes that differ for every number and kind, so that ids are unique and the same in each run. */
function digits(n: number, kind: number): Buffer {
  const bytes = Buffer.alloc(8)
  bytes.writeUInt32BE(n, 4)
  bytes.writeUInt8(kind, 1)
  return bytes
}

function range(from: number, to: number): number[] {
  return Array.from({ length: Math.max(0, to - from) }, (_, index) => from + index)
}
