import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'

/** Inconsistencies that show a transaction was applied only in part. */
const HALF_DONE = `
  select 'likes of ' || id as fault from posts
    where like_count <> (select count(*) from likes where post_id = posts.id)
  union all select 'comments of ' || id from posts
    where comment_count <> (select count(*) from comments where post_id = posts.id)
  union all select 'no session of ' || id from users
    where id not in (select user_id from sessions)`
const TEXTS = 'select text from posts union all select text from comments'

type Stored = { texts: Set<string>; faults: string[] }

/** Reads the database itself, without any cache. */
export async function readStored(url: string): Promise<Stored> {
  const query = url.startsWith('sqlite:') ? querySqlite : queryPostgres
  const texts = await query(url, TEXTS)
  const faults = await query(url, HALF_DONE)
  return {
    texts: new Set(texts.map(({ text }) => String(text))),
    faults: faults.map(({ fault }) => String(fault)),
  }
}

async function querySqlite(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const db = new DatabaseSync(url.slice('sqlite:'.length), { readOnly: true, timeout: 5_000 })
  try {
    return db.prepare(sql).all()
  } finally {
    db.close()
  }
}

async function queryPostgres(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}
