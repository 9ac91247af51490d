import { sql } from 'kysely'
import { recordChanges } from '../server/database/changes/changes.ts'
import type { Database, Queryable } from '../server/database/database.ts'
import { openSession } from '../server/features/accounts/sessions.ts'
import { plainHtml } from '../server/features/markdown/plain-text.ts'
import { RENDER_VERSION } from '../server/features/markdown/renderer.ts'
import { createUser } from '../server/features/sign-in/register.ts'
import { idAt, newId } from '../server/ids.ts'
import { bulkInsert } from '../test-support/bulk-insert.ts'

export const TAG_OF_EVERYTHING = 'everything'
export const TAG_OF_THE_OLDEST = 'ancient'

const SILENT_PEOPLE = 1_000
const WROTE_LONG_AGO = Date.UTC(2020, 0)
const ACTIVE_PEOPLE_FOLLOWED = 100
const OLDEST_POSTS = 60
const BOOKMARKS = 80

export type Readers = {
  followingMany: string
  followingOne: string
  followingNobody: string
  followingTheSilent: string
}

export function addReaders(db: Database): Promise<Readers> {
  return db.transaction(async (trx) => {
    const authors = await newestAuthors(trx)
    const silent = await addSilentPeople(db, trx)
    await fillTables(trx)
    const join = async (name: string, people: string[]) => {
      const id = await createUser(trx, { name, email: `${name}@example.org`, passwordHash: '' })
      const follows = people.map((other_id) => ({ user_id: id, other_id, id: newId() }))
      await bulkInsert(db.engine, trx, 'follows_people', follows)
      return { id, token: await openSession(trx, id, 'bench') }
    }
    const many = await join('follower-of-many', [
      ...authors,
      ...silent.slice(0, SILENT_PEOPLE - authors.length),
    ])
    const posts = await trx.selectFrom('posts').select('id').orderBy('id', 'desc').limit(BOOKMARKS).execute()
    const bookmarks = posts.map(({ id }) => ({ post_id: id, user_id: many.id, id: newId() }))
    await bulkInsert(db.engine, trx, 'bookmarks', bookmarks)
    const readers: Readers = {
      followingMany: many.token,
      followingOne: (await join('follower-of-one', authors.slice(0, 1))).token,
      followingNobody: (await join('follower-of-nobody', [])).token,
      followingTheSilent: (await join('follower-of-the-silent', silent)).token,
    }
    recordChanges(trx, 'all')
    return readers
  })
}

async function newestAuthors(trx: Queryable): Promise<string[]> {
  const posts = await trx
    .selectFrom('posts')
    .select('user_id')
    .orderBy('id', 'desc')
    .limit(ACTIVE_PEOPLE_FOLLOWED)
    .execute()
  return posts.map(({ user_id }) => user_id)
}

async function addSilentPeople({ engine }: Database, trx: Queryable): Promise<string[]> {
  const text = 'Hello, and goodbye'
  const people = Array.from({ length: SILENT_PEOPLE }, (_, n) => {
    const email = `silent-${n}@example.org`
    return {
      id: idAt(WROTE_LONG_AGO + n),
      name: `Silent ${n}`,
      handle: `silent-${n}`,
      email,
      email_key: email,
      avatar_hash: '',
      password_hash: '',
    }
  })
  await bulkInsert(engine, trx, 'users', people)
  const posts = people.map(({ id }, n) => ({
    id: idAt(WROTE_LONG_AGO + SILENT_PEOPLE + n),
    user_id: id,
    text,
    html: plainHtml(text),
    render_version: RENDER_VERSION,
    like_count: 0,
    comment_count: 0,
  }))
  await bulkInsert(engine, trx, 'posts', posts)
  return people.map(({ id }) => id)
}

async function fillTables(trx: Queryable): Promise<void> {
  const insert = (statement: string) => sql.raw(`insert into ${statement}`).execute(trx)
  const tags = 'post_tags (post_id, tag, user_id, question, is_open, hidden)'
  const isOpen = 'case when question = 1 and accepted_count = 0 then 1 else 0 end'
  await insert(`${tags} select id, '${TAG_OF_EVERYTHING}', user_id, question, ${isOpen}, 0 from posts`)
  await insert(`${tags} select id, '${TAG_OF_THE_OLDEST}', user_id, question, ${isOpen}, 0
    from (select * from posts order by id limit ${OLDEST_POSTS}) as oldest`)
  await insert(`tags (tag, count) select tag, count(*) from post_tags
    where tag in ('${TAG_OF_EVERYTHING}', '${TAG_OF_THE_OLDEST}') group by tag`)
  await insert('bookmarks (post_id, user_id, id) select id, user_id, id from posts')
  await insert(`follows_people (user_id, other_id, id) select id, other, id
    from (select id, lead(id) over (order by id) as other from users) as pairs where other is not null`)
}
