import { sql } from 'kysely'
import { recordChanges } from '../server/database/changes/changes.ts'
import type { Database } from '../server/database/database.ts'
import { RENDER_VERSION } from '../server/features/markdown/renderer.ts'
import { INDEXED, writeState } from '../server/features/search/indexer.ts'

export const LIKES_PER_POST = 2
const COMMENTS_PER_POST = 1
const POSTS_PER_USER = 5

/** Real ids also start with the time. */
const id = (kind: string, number: string) =>
  `(lpad(to_hex(1735689600000 + (${number})), 12, '0') || '70008' || substr(md5('${kind}' || (${number})), 1, 15))::uuid`

/** Filling on the database server takes minutes instead of hours for a million posts. */
export async function fillBySql(db: Database, posts: number): Promise<void> {
  const users = Math.ceil(posts / POSTS_PER_USER)
  const text = "n || ': Which linter do you use, and why? ' || repeat('It depends on the language. ', n % 4)"
  // Without HTML, servers would render texts in the background during a measurement.
  const html = `'<p>' || ${text} || '</p>'`
  const fromNumbers = (count: number) => `from generate_series(0, ${count - 1}) as n`
  await db.transaction(async (trx) => {
    const run = (statement: string) => sql.raw(statement).execute(trx)
    // Every row refers to an existing one, so foreign keys need no checks.
    await run('set local session_replication_role = replica')
    await run(`insert into users (id, name, handle, email, email_key, avatar_hash, password_hash)
    select ${id('user', 'n')}, 'Member ' || n, 'member-' || n, n || '@example.com', n || '@example.com',
      md5(n::text), '' ${fromNumbers(users)}`)
    await run(
      `insert into handles (handle, user_id) select 'member-' || n, ${id('user', 'n')} ${fromNumbers(users)}`,
    )
    await run(`insert into profiles (user_id, id, status, skills, render_version)
    select ${id('user', 'n')}, ${id('profile', 'n')}, 'Developer', '["TypeScript"]', ${RENDER_VERSION} ${fromNumbers(users)}`)
    await run(`insert into posts (id, user_id, text, html, render_version, like_count, comment_count)
    select ${id('post', 'n')}, ${id('user', `n % ${users}`)}, ${text}, ${html}, ${RENDER_VERSION},
      ${LIKES_PER_POST}, ${COMMENTS_PER_POST} ${fromNumbers(posts)}`)
    await run(`insert into likes (post_id, user_id, id)
    select ${id('post', `n % ${posts}`)}, ${id('user', `(n / ${posts} + n) % ${users}`)}, ${id('like', 'n')}
    ${fromNumbers(LIKES_PER_POST * posts)}`)
    await run(`insert into comments (id, post_id, user_id, text, html, render_version)
    select ${id('comment', 'n')}, ${id('post', `n % ${posts}`)}, ${id('user', `(n * 7) % ${users}`)}, ${text}, ${html},
      ${RENDER_VERSION} ${fromNumbers(COMMENTS_PER_POST * posts)}`)
    // Filling the search index would take hours.
    await writeState(trx, INDEXED)
    recordChanges(trx, 'all')
  })
  await sql`analyze`.execute(db.kysely)
}
