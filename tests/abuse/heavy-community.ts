import { randomBytes } from 'node:crypto'
import { recordChanges } from '../../server/database/changes/changes.ts'
import { type Database, openDatabase, type Queryable } from '../../server/database/database.ts'
import { migrate } from '../../server/database/schema/migrate.ts'
import { openSession } from '../../server/features/accounts/sessions.ts'
import { storePicture } from '../../server/features/pictures/queries.ts'
import { INDEXED, writeState } from '../../server/features/search/indexer.ts'
import { createUser } from '../../server/features/sign-in/register.ts'
import { newId } from '../../server/ids.ts'

export type Heavy = {
  attacker: { id: string; token: string }
  victim: { id: string; token: string; post: string }
  largePost: string
  largeProfile: string
  picture: string
}

const LINE = 'x'.repeat(200)
const PROSE = 'y'.repeat(5_000)
const POST = 'z'.repeat(10_000)

const PROFILES = 20
const POSTS = 100
const COMMENTS_ON_EACH = 20
const COMMENTS_ON_LARGE = 1_000
const CREDENTIALS = 100

export async function fillHeavy(url: string): Promise<Heavy> {
  const db = openDatabase(url)
  try {
    await migrate(db)
    // Otherwise the server would index everything during the test.
    await db.transaction((trx) => writeState(trx, INDEXED))
    const attacker = await member(db, 'Attacker')
    const victim = await member(db, 'Victim')
    const profiles: string[] = []
    for (let n = 0; n < PROFILES; n++) profiles.push(await largeProfile(db))
    const posts = await db.transaction(async (trx) => {
      const ids: string[] = []
      for (let n = 0; n < POSTS; n++) {
        const count = n === 0 ? COMMENTS_ON_LARGE : COMMENTS_ON_EACH
        ids.push(await post(trx, attacker.id, POST, count))
      }
      return ids
    })
    const ownPost = await db.transaction((trx) => post(trx, victim.id, 'Hello', 0))
    await db.transaction(async (trx) => {
      await trx
        .insertInto('profiles')
        .values({ id: newId(), user_id: victim.id, status: 'Developer', skills: '["SQL"]' })
        .execute()
      recordChanges(trx, 'all')
    })
    const bytes = randomBytes(1024 * 1024)
    const picture = await db.transaction((trx) =>
      storePicture(trx, attacker.id, { bytes, width: 1_600, height: 1_600 }),
    )
    return {
      attacker,
      picture,
      victim: { ...victim, post: ownPost },
      largePost: posts[0] ?? '',
      largeProfile: profiles[0] ?? '',
    }
  } finally {
    await db.close()
  }
}

export function member(db: Database, name: string): Promise<{ id: string; token: string }> {
  return db.transaction(async (trx) => {
    const email = `${newId()}@example.com`
    const id = await createUser(trx, { name, email, passwordHash: 'no password' })
    return { id, token: await openSession(trx, id, 'a test') }
  })
}

async function largeProfile(db: Database): Promise<string> {
  const { id } = await member(db, 'Verbose')
  const experience = Array.from({ length: CREDENTIALS }, () => ({
    id: newId(),
    user_id: id,
    current: 0,
    title: LINE,
    company: LINE,
    location: LINE,
    description: PROSE,
  }))
  await db.transaction(async (trx) => {
    const profile = { id: newId(), user_id: id, status: 'Other', skills: '["SQL"]', bio: PROSE }
    await trx.insertInto('profiles').values(profile).execute()
    await trx.insertInto('experience').values(experience).execute()
  })
  return id
}

async function post(trx: Queryable, userId: string, text: string, comments: number): Promise<string> {
  const id = newId()
  const row = { id, user_id: userId, text, like_count: 0, comment_count: comments }
  await trx.insertInto('posts').values(row).execute()
  for (let start = 0; start < comments; start += 100) {
    const rows = Array.from({ length: Math.min(100, comments - start) }, () => ({
      id: newId(),
      post_id: id,
      user_id: userId,
      text: POST,
    }))
    await trx.insertInto('comments').values(rows).execute()
  }
  return id
}
