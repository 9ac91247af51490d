import { sql } from 'kysely'
import type { Context } from '../../context.ts'
import { recordChanges } from '../../database/changes/changes.ts'
import type { Queryable } from '../../database/database.ts'
import { isPlanned } from '../../platform/jobs/queries.ts'
import { type NewText, RENDER_VERSION, type Renderer } from './renderer.ts'

// Readers see the HTML of the earlier renderer until the text is rendered again.

type Key = Record<string, string>
type Row = { key: Key; author: string; text: string | null }

export type Kind = {
  table: 'posts' | 'comments' | 'profiles' | 'projects' | 'post_versions' | 'comment_versions'
  key: string[]
  text: 'text' | 'bio' | 'description'
  topics(key: Key): string[]
  storeTags?(trx: Queryable, key: Key, tags: string[]): Promise<void>
}

const BATCH = 50

export function rerenderOldTexts(
  { db, jobs, maintenance }: Context,
  renderer: Renderer,
  job: string,
  kinds: Kind[],
): void {
  const addJob = jobs.define<Record<string, never>>(job, {
    atOnce: 1,
    run: async (_payload, { signal }) => {
      for (const kind of kinds) await rerender(kind, signal)
    },
  })

  const rerender = async (kind: Kind, signal: AbortSignal) => {
    let rows: Row[]
    do {
      rows = await findOld(db.kysely, kind, BATCH)
      for (const row of rows) {
        signal.throwIfAborted()
        const rendered = await renderer.render({ id: row.author, address: 'this server' }, row.text)
        await db.transaction((trx) => store(trx, kind, row, rendered))
      }
    } while (rows.length === BATCH)
  }

  maintenance.add(async () => {
    for (const kind of kinds) {
      if ((await findOld(db.kysely, kind, 1)).length === 0) continue
      if (!(await isPlanned(db.kysely, job))) await db.transaction((trx) => addJob(trx, {}))
      return
    }
  })
}

async function findOld(db: Queryable, { table, key, text }: Kind, limit: number): Promise<Row[]> {
  const columns = new Set([...key, 'user_id', text])
  const { rows } = await sql<Record<string, string | null>>`
    select ${sql.join([...columns].map((column) => sql.ref(column)))} from ${sql.table(table)}
    where render_version < ${sql.lit(RENDER_VERSION)} limit ${sql.lit(limit)}`.execute(db)
  return rows.map((row) => ({
    key: Object.fromEntries(key.map((column) => [column, row[column]])) as Key,
    author: String(row.user_id),
    text: row[text] ?? null,
  }))
}

async function store(trx: Queryable, kind: Kind, { key, text }: Row, { stored, tags }: NewText) {
  const isSame = Object.entries(key).map(([column, value]) => sql`${sql.ref(column)} = ${value}`)
  const values = Object.entries(stored).map(([column, value]) => sql`${sql.ref(column)} = ${value}`)
  const { numAffectedRows } = await sql`update ${sql.table(kind.table)} set ${sql.join(values)}
    where ${sql.join(isSame, sql` and `)} and render_version < ${sql.lit(RENDER_VERSION)}
      and coalesce(${sql.ref(kind.text)}, '') = ${text ?? ''}`.execute(trx)
  if (!numAffectedRows) return
  recordChanges(trx, ...kind.topics(key))
  await kind.storeTags?.(trx, key, tags)
}
