import { DatabaseSync } from 'node:sqlite'
import { DELETED } from '../../server/features/visibility.ts'
import { query } from '../../test-support/postgres-query.ts'

/** Traces of a transaction that was applied only in part. */
const HALF_DONE = `
  select 'likes of ' || id as fault from posts
    where like_count <> (select count(*) from likes where post_id = posts.id)
  union all select 'comments of ' || id from posts
    where comment_count <> (select count(*) from comments where post_id = posts.id)
  union all select 'no session of ' || id from users
    where id not in (select user_id from sessions)`
const NOT_NOTIFIED = `
  select 'no notification of the like of ' || likes.post_id as fault from likes join posts on posts.id = likes.post_id
    where likes.user_id <> posts.user_id and not exists (
      select 1 from notification_events as events
      where events.user_id = posts.user_id and events.actor_id = likes.user_id and events.subject_id = posts.id
        and events.kind = 'like')
  union all select 'no notification of ' || comments.id from comments join posts on posts.id = comments.post_id
    where comments.user_id <> posts.user_id and not exists (
      select 1 from notification_events as events
      where events.user_id = posts.user_id and events.comment_id = comments.id)
  union all select 'notification without a cause: ' || notifications.id from notifications
    where count <> (select count(*) from notification_events as events
        where events.user_id = notifications.user_id and events.notification_id = notifications.id)
      or post_id is not null and post_id not in (select id from posts)`
const NOT_INDEXED = `
  with written as (select id from posts union all select id from comments),
    indexed as (select coalesce(comment_id, post_id) as id from search_documents)
  select 'not indexed: ' || id as fault from written where id not in (select id from indexed)
  union all select 'indexed but gone: ' || id from indexed where id not in (select id from written)
  union all select 'indexed twice: ' || id from indexed group by id having count(*) > 1
  union all select 'still queued: ' || id from search_queue`
const WORDS_ASTRAY = `
  select 'words of nothing: ' || id as fault from search_documents_words_docsize
    where id not in (select number from search_documents)
  union all select 'without words: ' || number from search_documents
    where number not in (select id from search_documents_words_docsize)`
// A deleted post stays hidden for a minute, in which its author can restore it.
const VISIBLE = `select id from posts where hidden < ${DELETED}`
const TEXTS = `
  select text from posts where id in (${VISIBLE})
  union all select text from comments where post_id in (${VISIBLE})`

type Stored = { texts: Set<string>; faults: string[] }

export async function readStored(url: string): Promise<Stored> {
  const read = url.startsWith('sqlite:') ? querySqlite : query
  const texts = await read(url, TEXTS)
  const faults = await read(url, HALF_DONE)
  return {
    texts: new Set(texts.map(({ text }) => String(text))),
    faults: faults.map(({ fault }) => String(fault)),
  }
}

/** Does not work on several nodes, whose tables cannot be joined like this. */
export async function findNotNotified(url: string): Promise<string[]> {
  const read = url.startsWith('sqlite:') ? querySqlite : query
  return (await read(url, NOT_NOTIFIED)).map(({ fault }) => String(fault))
}

/** Does not work on several nodes. */
export async function findNotIndexed(url: string): Promise<string[]> {
  const rows = url.startsWith('sqlite:')
    ? [...(await querySqlite(url, NOT_INDEXED)), ...(await querySqlite(url, WORDS_ASTRAY))]
    : await query<{ fault: string }>(url, NOT_INDEXED)
  return rows.map(({ fault }) => String(fault))
}

async function querySqlite(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const db = new DatabaseSync(url.slice('sqlite:'.length), { readOnly: true, timeout: 5_000 })
  try {
    return db.prepare(sql).all()
  } finally {
    db.close()
  }
}
