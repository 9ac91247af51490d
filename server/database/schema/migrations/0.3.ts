import { type Kysely, sql } from 'kysely'
import { newId } from '../../../ids.ts'
import type { Engine } from '../../database.ts'
import { BY_USER, createTable, LOCAL, type Migration, OF_USER, schemaTools } from '../create-table.ts'

/** Each step is recorded by its name, so databases that ran an earlier part of this list get the rest. */
export const VERSION_0_3: Migration[] = [
  { name: '032-full-text', up: indexFullText },
  { name: '033-plain-tag-counts', up: mergeTagChanges },
  { name: '034-connected-identities', up: describeIdentities },
  { name: '035-vocabulary', up: renameToVocabulary },
  { name: '036-mentions', up: separateMentions },
  { name: '037-picture-uploads', up: recordUploads },
  { name: '038-locations-in-searches', up: dropLocationWords },
  { name: '039-portfolio', up: addProjects },
  { name: '040-comments-by-author', up: indexCommentsByAuthor },
  { name: '042-search-queue', up: unlinkSearchQueue },
  { name: '043-html-of-texts', up: escapeTexts },
  { name: '044-plain-activity-check', up: dropActivityCheck },
  { name: '045-registrations', up: addRegistrations },
  { name: '046-site-pages', up: addSitePages },
  { name: '047-notices', up: addNotices },
  { name: '048-claims', up: addClaims },
]

type Run = (statement: string) => Promise<unknown>

async function indexFullText(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const run: Run = (statement) => sql.raw(statement).execute(db)
  await dropOldIndex(run, engine)
  await run('create index if not exists profiles_by_id on profiles (id)')
  await (engine === 'postgres' ? createOnPostgres(db, run) : createOnSqlite(run))
}

/** Databases from before the release of 0.2 have only some of these. */
async function dropOldIndex(run: Run, engine: Engine): Promise<void> {
  const tables = ['search_entries', 'search_people', 'search_buckets', 'search_frequent_words']
  if (engine === 'sqlite') {
    for (const table of ['posts', 'comments']) await run(`drop trigger if exists search_${table}_deleted`)
    for (const table of ['search_entries', 'search_people'])
      tables.unshift(`${table}_terms`, `${table}_words`)
  }
  for (const table of tables) await run(`drop table if exists ${table}`)
  await run('delete from skills')
  await run('delete from search_state')
  await run(`delete from jobs where kind in ('tidy-index', 'frequent-words')`)
}

async function createOnPostgres(db: Kysely<unknown>, run: Run): Promise<void> {
  await createTable(db, 'postgres', {
    name: 'search_documents',
    distribution: { group: 'posts', column: 'post_id' },
    columns: `number bigint not null, post_id uuid not null, comment_id uuid, words text not null,
      primary key (number, post_id)`,
    partitionedBy: 'range (number)',
    foreignKeys: [
      '(post_id) references posts (id) on delete cascade',
      '(post_id, comment_id) references comments (post_id, id) on delete cascade',
    ],
  })
  await run('create index search_documents_by_post on search_documents (post_id, comment_id)')
  await createTable(db, 'postgres', {
    name: 'search_people',
    distribution: { group: 'profiles', column: 'user_id' },
    columns: `number bigint not null, user_id uuid not null, skills text not null, location_words text not null,
      words text not null, primary key (number, user_id)`,
    partitionedBy: 'range (number)',
    foreignKeys: ['(user_id) references users (id) on delete cascade'],
  })
  await run('create index search_people_by_user on search_people (user_id)')
  for (const table of ['search_documents', 'search_people']) {
    // The first partition; see full-text-postgres.ts.
    await run(`create table ${table}_1024 partition of ${table}
      for values from (${1024 * 131_072}) to (${1025 * 131_072})`)
    // Every search reads the whole list of pending words, so it is short.
    await run(`create index ${table}_words on ${table}
      using gin (array_to_tsvector(string_to_array(words, E'\\n'))) with (gin_pending_list_limit = 64)`)
  }
}

async function createOnSqlite(run: Run): Promise<void> {
  await run(
    'create table search_documents (number integer primary key, post_id text not null, comment_id text)',
  )
  await run('create index search_documents_by_post on search_documents (post_id, comment_id)')
  await run(`create table search_people (number integer primary key, user_id text not null, skills text not null,
    location_words text not null)`)
  await run('create unique index search_people_by_user on search_people (user_id)')
  for (const table of ['search_documents', 'search_people']) {
    await run(`create virtual table ${table}_words using fts5
      (words, content='', contentless_delete=1, detail=none, prefix='2 3 4', tokenize='ascii')`)
    await run(`create virtual table ${table}_vocabulary using fts5vocab(${table}_words, instance)`)
  }
  // Foreign keys would leave the words in the index.
  const triggers = {
    posts: { table: 'search_documents', row: 'post_id = old.id and comment_id is null' },
    comments: { table: 'search_documents', row: 'post_id = old.post_id and comment_id = old.id' },
    users: { table: 'search_people', row: 'user_id = old.id' },
  }
  for (const [deleted, { table, row }] of Object.entries(triggers)) {
    await run(`create trigger search_${deleted}_deleted after delete on ${deleted} begin
      delete from ${table}_words where rowid = (select number from ${table} where ${row});
      delete from ${table} where ${row};
    end`)
  }
}

async function mergeTagChanges(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const { rows } =
    engine === 'postgres'
      ? await sql`select 1 from pg_class where oid = to_regclass('tag_changes')`.execute(db)
      : await sql`select 1 from sqlite_schema where name = 'tag_changes'`.execute(db)
  if (rows.length === 0) return
  await sql`insert into tags (tag, count) select tag, sum(change) from tag_changes where true group by tag
    on conflict (tag) do update set count = tags.count + excluded.count`.execute(db)
  await sql`delete from tags where count = 0`.execute(db)
  await sql`drop table tag_changes`.execute(db)
}

async function describeIdentities(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const { id, time, run } = schemaTools(db, engine)
  await run(
    `alter table identities add column id ${id}`,
    'alter table identities add column email text',
    `alter table identities add column connected_at ${time}`,
  )
  const { rows } = await sql<{ issuer: string; subject: string }>`
    select issuer, subject from identities`.execute(db)
  for (const { issuer, subject } of rows) {
    await sql`update identities set id = ${newId()}
      where issuer = ${issuer} and subject = ${subject}`.execute(db)
  }
  await run(
    'create unique index identities_by_id on identities (id)',
    `alter table sessions add column identity_id ${id}`,
  )
}

const RENDERED = ['posts', 'comments', 'profiles', 'post_versions', 'comment_versions']

async function renameToVocabulary(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const run = (statement: string) => sql.raw(statement).execute(db)
  for (const table of RENDERED) await run(`alter table ${table} rename column cook to render_version`)
  for (const table of ['removals', 'reports']) {
    await run(`alter table ${table} rename column entry_id to target_id`)
  }
  await run('alter table notification_acts rename to notification_events')
  await run(`update jobs set kind = 're-render' where kind = 'cook'`)
  await run(`update jobs set kind = 'sync-visibility' where kind = 'settle'`)

  const indexes: Record<string, string> = {
    posts_shown: 'posts_visible',
    comments_shown: 'comments_visible',
    profiles_shown: 'profiles_visible',
    notifications_shown: 'notifications_visible',
    notification_acts_by_actor: 'notification_events_by_actor',
    notification_acts_by_comment: 'notification_events_by_comment',
    ...Object.fromEntries(RENDERED.map((table) => [`${table}_by_cook`, `${table}_by_render_version`])),
  }
  for (const [from, to] of Object.entries(indexes)) await renameIndex(db, engine, from, to)
  if (engine === 'postgres') {
    await run('alter index notification_acts_pkey rename to notification_events_pkey')
  }
}

async function renameIndex(db: Kysely<unknown>, engine: Engine, from: string, to: string): Promise<void> {
  if (engine === 'postgres') {
    await sql.raw(`alter index ${from} rename to ${to}`).execute(db)
    return
  }
  // SQLite cannot rename an index.
  const { rows } = await sql<{ sql: string }>`
    select sql from sqlite_schema where type = 'index' and name = ${from}`.execute(db)
  const [index] = rows
  if (!index) throw new Error(`There is no index ${from}`)
  await sql.raw(`drop index ${from}`).execute(db)
  await sql.raw(index.sql.replace(from, to)).execute(db)
}

const KEYS = {
  posts: ['id'],
  comments: ['post_id', 'id'],
  profiles: ['user_id'],
  post_versions: ['post_id', 'version'],
  comment_versions: ['post_id', 'comment_id', 'version'],
}

type Row = Record<string, string | number>

const LINK = /<a class="mention" href="\/profile\/([\da-f-]{36})">(@[\w-]+)<\/a>/g
const BATCH = 200

async function separateMentions(db: Kysely<unknown>): Promise<void> {
  for (const [table, key] of Object.entries(KEYS)) {
    await sql`alter table ${sql.table(table)} add column mentions text not null default '[]'`.execute(db)
    const { rows } = await sql<Row>`select ${sql.join(key.map((column) => sql.ref(column)))}
      from ${sql.table(table)} where html like '%<a class="mention" %'`.execute(db)
    for (let start = 0; start < rows.length; start += BATCH) {
      const batch = rows.slice(start, start + BATCH)
      await Promise.all(batch.map((row) => takeMentions(db, table, key, row)))
    }
  }
}

async function takeMentions(db: Kysely<unknown>, table: string, key: string[], row: Row): Promise<void> {
  const isRow = sql.join(
    key.map((column) => sql`${sql.ref(column)} = ${row[column]}`),
    sql` and `,
  )
  const { rows } = await sql<{ html: string }>`
    select html from ${sql.table(table)} where ${isRow}`.execute(db)
  const { html, mentions } = withoutLinks(rows[0]?.html ?? '')
  await sql`update ${sql.table(table)} set html = ${html}, mentions = ${JSON.stringify(mentions)}
    where ${isRow}`.execute(db)
}

function withoutLinks(linked: string) {
  const mentions: { id: string; start: number; end: number }[] = []
  let html = ''
  let done = 0
  for (const { 0: link, 1: id = '', 2: mention = '', index } of linked.matchAll(LINK)) {
    html += linked.slice(done, index)
    mentions.push({ id, start: html.length, end: html.length + mention.length })
    html += mention
    done = index + link.length
  }
  return { html: html + linked.slice(done), mentions }
}

async function recordUploads(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const { id, key, run, create } = schemaTools(db, engine)
  await create(
    'picture_uploads',
    { group: 'pictures', column: 'hash' },
    `hash ${key} not null, user_id ${id} not null, primary key (hash, user_id)`,
    '(hash) references pictures (hash) on delete cascade',
    OF_USER,
  )
  await run(
    'create index picture_uploads_by_user on picture_uploads (user_id)',
    `insert into picture_uploads (hash, user_id) select hash, user_id from picture_uses where used_by = 'upload'`,
    'drop table picture_uses',
  )
  if (engine === 'postgres') {
    await run(
      'alter table pictures drop column touches',
      'alter table pictures add column used_at bigint not null default 0',
    )
  } else {
    // SQLite would write all pictures again to drop a column. As a time, a number of touches is long ago.
    await run('alter table pictures rename column touches to used_at')
  }
}

/** Locations are compared when they are counted, and the loop that empties the queue indexes everything. */
async function dropLocationWords(db: Kysely<unknown>): Promise<void> {
  await sql`alter table search_people drop column location_words`.execute(db)
  await sql`delete from jobs where kind = 'index'`.execute(db)
}

async function addProjects(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const { id, date, run, create } = schemaTools(db, engine)
  await create(
    'projects',
    BY_USER,
    `user_id ${id} not null, id ${id} not null, position integer not null, name text not null, url text, source text,
      description text, picture text, skills text not null, from_date ${date}, to_date ${date}, html text not null,
      render_version integer not null, mentions text not null, primary key (user_id, id)`,
    '(user_id) references profiles (user_id) on delete cascade',
  )
  await run(
    'create index projects_by_render_version on projects (render_version)',
    `alter table profiles add column show_email text not null default 'nobody'`,
  )
}

/** With the id, so that someone's comments can be read in batches. */
async function indexCommentsByAuthor(db: Kysely<unknown>): Promise<void> {
  await sql`drop index comments_by_author`.execute(db)
  await sql`create index comments_by_author on comments (user_id, hidden, id)`.execute(db)
}

/** PostgreSQL would lock the post for each queued document. The indexer skips those that have been deleted. */
async function unlinkSearchQueue(db: Kysely<unknown>, engine: Engine): Promise<void> {
  if (engine !== 'postgres') return
  await sql`alter table search_queue drop constraint if exists search_queue_post_id_fkey`.execute(db)
}

const TEXTS = {
  posts: 'text',
  comments: 'text',
  post_versions: 'text',
  comment_versions: 'text',
  profiles: 'bio',
  projects: 'description',
}

/** What readers see of a text without HTML until it is rendered in the background. */
async function escapeTexts(db: Kysely<unknown>): Promise<void> {
  for (const [table, column] of Object.entries(TEXTS)) {
    const escaped = [
      ['&', '&amp;'],
      ['<', '&lt;'],
      ['>', '&gt;'],
      ['\n', '<br>'],
    ].reduce((html, [from, to]) => sql`replace(${html}, ${sql.lit(from)}, ${sql.lit(to)})`, sql.ref(column))
    await sql`update ${sql.table(table)} set html = '<p>' || ${escaped} || '</p>'
      where render_version <= 0 and ${sql.ref(column)} is not null`.execute(db)
  }
}

/** Earlier, unreleased versions created it. */
async function dropActivityCheck(db: Kysely<unknown>, engine: Engine): Promise<void> {
  if (engine === 'postgres') await sql`drop function if exists require_active(uuid)`.execute(db)
}

async function addRegistrations(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const { id, time, key, run, create } = schemaTools(db, engine)
  await create(
    'registrations',
    LOCAL,
    `id ${id} primary key, name text not null, email text not null, email_key ${key} not null unique,
      password_hash text not null, note text, issuer text, subject text, agreed_at ${time}`,
  )
  await run(`alter table users add column agreed_at ${time}`)
}

async function addSitePages(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const { time, create } = schemaTools(db, engine)
  await create('site_pages', LOCAL, `page text primary key, text text not null, written_at ${time} not null`)
}

/** SQLite cannot let a column be null; only a new table can. */
async function addNotices(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const { id, time, run, create } = schemaTools(db, engine)
  if (engine === 'postgres') {
    for (const column of ['reporter_id', 'target_id', 'user_id']) {
      await run(`alter table reports alter column ${column} drop not null`)
    }
  } else {
    await create(
      'new_reports',
      LOCAL,
      `id ${id} primary key, position ${id} not null, reporter_id ${id}, target_id ${id}, post_id ${id},
        comment_id ${id}, user_id ${id}, reason text not null, resolved_at ${time}, resolved_by text, note text`,
      '(reporter_id) references users (id) on delete cascade',
      OF_USER,
    )
    await run(
      'insert into new_reports select * from reports',
      'drop table reports',
      'alter table new_reports rename to reports',
      'create unique index open_reports on reports (reporter_id, target_id) where resolved_at is null',
      'create index reports_by_position on reports (position)',
      'create index reports_by_user on reports (user_id)',
    )
  }
  await run('alter table reports add column path text', 'alter table reports add column email text')
}

async function addClaims(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const { run } = schemaTools(db, engine)
  const account = engine === 'postgres' ? 'code_host_account collate "C"' : 'code_host_account'
  await run(
    'alter table users add column role_by_hand text',
    'alter table users add column code_host_account text',
    `create index users_by_code_host_account on users (lower(${account}))`,
  )
}
