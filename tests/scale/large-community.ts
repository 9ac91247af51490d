import { hash } from 'node:crypto'
import type { Insertable } from 'kysely'
import { recordChanges } from '../../server/database/changes/changes.ts'
import type { Database, Queryable } from '../../server/database/database.ts'
import type { Tables } from '../../server/database/schema/tables.ts'
import { RENDER_VERSION } from '../../server/features/markdown/renderer.ts'
import { idAt } from '../../server/ids.ts'

export type Size = { users: number; posts: number; likes: number; comments: number }

const BATCH = 1_000
const START = Date.UTC(2025, 0, 1)
// Not the hash of any password, but of the right length.
const PASSWORD_HASH = `$argon2id$v=19$m=19456,t=2,p=1$${'A'.repeat(22)}$${'A'.repeat(43)}`
// A careless copy would change other scripts, quotes, line ends or numbers.
const TEXTS = [
  'Which linter do you use, and why?',
  "It's “quoted”, 'quoted' and \\escaped\\ — with a tab\tand\nlines\r\n",
  'Grüße, Привет, 你好, שלום, 👩🏽‍💻 and e\u0301 next to é',
  '007',
  '{"json": [null, true]} <b>&amp;</b> $1 %s :id ?',
]

export async function fillCommunity(db: Database, size: Size): Promise<void> {
  const userIds = ids(size.users, START)
  const postIds = ids(size.posts, START + 1_000_000)
  const userOf = (index: number) => userIds[(index * 7919) % size.users] ?? ''
  const postOf = (index: number) => postIds[index % size.posts] ?? ''
  const counts = (total: number, index: number) => Math.floor((total - index - 1) / size.posts) + 1

  await db.transaction(async (trx) => {
    await insertMany(trx, 'users', size.users, (i) => {
      const email = `Member-${i}@example.com`
      const key = email.toLowerCase()
      const id = userIds[i] ?? ''
      return {
        id,
        name: `Member ${i} ${text(i)}`,
        handle: `member-${i}`,
        email,
        email_key: key,
        avatar_hash: hash('sha256', key),
        password_hash: PASSWORD_HASH,
      }
    })
    await insertMany(trx, 'handles', size.users, (i) => ({
      handle: `member-${i}`,
      user_id: userIds[i] ?? '',
    }))
    await insertMany(trx, 'profiles', size.users, (i) => ({
      user_id: userIds[i] ?? '',
      id: idAt(START + 500_000 + i),
      status: 'Developer',
      company: i % 2 ? null : text(i),
      skills: JSON.stringify(['TypeScript', text(i)]),
      bio: i % 3 ? text(i + 1) : null,
      render_version: RENDER_VERSION,
    }))
    await insertMany(trx, 'experience', size.users, (i) => ({
      ...credential(userIds[i] ?? '', i),
      title: text(i),
      company: 'Company',
      location: null,
    }))
    await insertMany(trx, 'education', size.users, (i) => ({
      ...credential(userIds[i] ?? '', i),
      school: 'School',
      degree: text(i),
      fieldofstudy: i % 2 ? 'Mathematics' : null,
    }))
    await insertMany(trx, 'posts', size.posts, (i) => ({
      id: postOf(i),
      user_id: userOf(i),
      text: `${i} ${text(i)}`.repeat(1 + (i % 4)),
      like_count: counts(size.likes, i),
      comment_count: counts(size.comments, i),
      render_version: RENDER_VERSION,
    }))
    // Depends on the post's number, so that nobody likes a post twice.
    await insertMany(trx, 'likes', size.likes, (i) => ({
      post_id: postOf(i),
      user_id: userIds[(Math.floor(i / size.posts) + (i % size.posts)) % size.users] ?? '',
      id: idAt(START + 2_000_000 + i),
    }))
    await insertMany(trx, 'comments', size.comments, (i) => ({
      id: idAt(START + 3_000_000 + i),
      post_id: postOf(i),
      user_id: userOf(i + 1),
      text: text(i),
      render_version: RENDER_VERSION,
    }))
    recordChanges(trx, 'all')
  })
}

async function insertMany<Name extends keyof Tables>(
  trx: Queryable,
  table: Name,
  count: number,
  row: (index: number) => Partial<Insertable<Tables[Name]>>,
): Promise<void> {
  for (let start = 0; start < count; start += BATCH) {
    const rows = Array.from({ length: Math.min(BATCH, count - start) }, (_, offset) => row(start + offset))
    await trx
      .insertInto(table as keyof Tables)
      .values(rows)
      .execute()
  }
}

function ids(count: number, from: number): string[] {
  return Array.from({ length: count }, (_, index) => idAt(from + index))
}

function text(index: number): string {
  return TEXTS[index % TEXTS.length] ?? ''
}

function credential(userId: string, index: number) {
  const current = index % 2
  return {
    id: idAt(START + 600_000 + index),
    user_id: userId,
    from_date: index % 5 ? `20${10 + (index % 10)}-02-28` : null,
    to_date: current ? null : '2024-12-31',
    current,
    description: index % 3 ? null : text(index),
  }
}
