import { type Kysely, sql } from 'kysely'

export const name = '036-mentions'

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

export async function up(db: Kysely<unknown>): Promise<void> {
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
