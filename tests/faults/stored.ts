import { DatabaseSync } from 'node:sqlite'
import { query } from '../../starters/query.ts'

/** Inconsistencies that show a transaction was applied only in part. */
const HALF_DONE = `
  select 'likes of ' || id as fault from posts
    where like_count <> (select count(*) from likes where post_id = posts.id)
  union all select 'comments of ' || id from posts
    where comment_count <> (select count(*) from comments where post_id = posts.id)
  union all select 'no session of ' || id from users
    where id not in (select user_id from sessions)`
/** Likes and comments without their notifications, or the other way round. */
const NOT_TOLD = `
  select 'nobody told of the like of ' || likes.post_id as fault from likes join posts on posts.id = likes.post_id
    where likes.user_id <> posts.user_id and not exists (
      select 1 from notification_acts as acts
      where acts.user_id = posts.user_id and acts.actor_id = likes.user_id and acts.subject_id = posts.id
        and acts.kind = 'like')
  union all select 'nobody told of ' || comments.id from comments join posts on posts.id = comments.post_id
    where comments.user_id <> posts.user_id and not exists (
      select 1 from notification_acts as acts
      where acts.user_id = posts.user_id and acts.comment_id = comments.id)
  union all select 'told of nothing: ' || notifications.id from notifications
    where count <> (select count(*) from notification_acts as acts
        where acts.user_id = notifications.user_id and acts.notification_id = notifications.id)
      or post_id is not null and post_id not in (select id from posts)`
const TEXTS = 'select text from posts union all select text from comments'

type Stored = { texts: Set<string>; faults: string[] }

/** Reads the database itself, without any cache. */
export async function readStored(url: string): Promise<Stored> {
  const read = url.startsWith('sqlite:') ? querySqlite : query
  const texts = await read(url, TEXTS)
  const faults = await read(url, HALF_DONE)
  return {
    texts: new Set(texts.map(({ text }) => String(text))),
    faults: faults.map(({ fault }) => String(fault)),
  }
}

/** What people should have been told of and were not; not for several nodes, whose tables cannot be joined like this. */
export async function findNotTold(url: string): Promise<string[]> {
  const read = url.startsWith('sqlite:') ? querySqlite : query
  return (await read(url, NOT_TOLD)).map(({ fault }) => String(fault))
}

async function querySqlite(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const db = new DatabaseSync(url.slice('sqlite:'.length), { readOnly: true, timeout: 5_000 })
  try {
    return db.prepare(sql).all()
  } finally {
    db.close()
  }
}
