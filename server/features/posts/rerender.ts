import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Context } from '../../context.ts'
import { inBatches } from '../../database/batches.ts'
import { recordChanges } from '../../database/changes/changes.ts'
import { topicOf } from '../../database/changes/topics.ts'
import type { Queryable } from '../../database/database.ts'
import type { RunningJob } from '../../platform/jobs/jobs.ts'
import { queueComments, queueDocument } from '../../platform/jobs/search-queue.ts'
import type { Settings } from '../../platform/process/settings.ts'
import { mentionedIn } from '../markdown/mentions.ts'
import { PENDING, RENDER_VERSION } from '../markdown/rendered.ts'
import type { NewText, Renderer } from '../markdown/renderer.ts'
import { notify } from '../notifications/notify.ts'
import { replaceTags } from '../tags/post-tags.ts'
import { lateMentionEvents, type Text } from './recipients.ts'

// Until texts are rendered in the background, readers see the old HTML or the plain text.

type Row = {
  key: Record<string, string | number>
  author: string
  text: string | null
  tags: string | undefined
  isToNotify: boolean
}
type RenderedRow = Row & { rendered: NewText }

type Kind = {
  table: 'posts' | 'comments' | 'profiles' | 'projects' | 'post_versions' | 'comment_versions'
  key: string[]
  text: 'text' | 'bio' | 'description'
  hasTags?: true
  subjectOf?(key: Row['key']): Text
  topics(key: Row['key']): string[]
}

const KINDS: Kind[] = [
  {
    table: 'posts',
    key: ['id'],
    text: 'text',
    hasTags: true,
    subjectOf: ({ id }) => ({ post: String(id), comment: null }),
    topics: ({ id }) => [topicOf.post(String(id)), topicOf.history(String(id))],
  },
  {
    table: 'comments',
    key: ['post_id', 'id'],
    text: 'text',
    subjectOf: ({ post_id, id }) => ({ post: String(post_id), comment: String(id) }),
    topics: ({ post_id, id }) => [
      topicOf.post(String(post_id)),
      topicOf.comment(String(id)),
      topicOf.history(String(id)),
    ],
  },
  {
    table: 'profiles',
    key: ['user_id'],
    text: 'bio',
    topics: ({ user_id }) => [topicOf.profile(String(user_id))],
  },
  {
    table: 'projects',
    key: ['user_id', 'id'],
    text: 'description',
    topics: ({ user_id }) => [topicOf.profile(String(user_id))],
  },
  {
    table: 'post_versions',
    key: ['post_id', 'version'],
    text: 'text',
    topics: ({ post_id }) => [topicOf.history(String(post_id))],
  },
  {
    table: 'comment_versions',
    key: ['post_id', 'comment_id', 'version'],
    text: 'text',
    topics: ({ comment_id }) => [topicOf.history(String(comment_id))],
  },
]

const BATCH = 50
const PAUSE = 2_000
const SOON = 5_000
const QUEUED_FOR = 'background'

export function renderInBackground({ db, settings, jobs, maintenance }: Context, renderer: Renderer): void {
  const addJob = jobs.define<Record<string, never>>('re-render', {
    atOnce: 1,
    run: async (_payload, job) => {
      for (const kind of KINDS) await renderAll(kind, job)
    },
  })

  const render = async (row: Row): Promise<RenderedRow> => ({
    ...row,
    rendered: await renderer.render(QUEUED_FOR, row.text, row.author),
  })

  const renderAll = async (kind: Kind, { signal }: RunningJob) => {
    for (;;) {
      signal.throwIfAborted()
      const found = await findRows(db.kysely, kind)
      const rows = await Promise.all(found.map(render))
      const done = rows.filter(({ rendered }) => rendered.stored.render_version === RENDER_VERSION)
      signal.throwIfAborted()
      await inBatches(async () => {
        await db.transaction((trx) => store(trx, settings, kind, done))
        return { done: true }
      })
      if (rows.length < BATCH) return
      // The threads are busy with members' texts.
      if (done.length === 0) await setTimeout(PAUSE, undefined, { signal })
    }
  }

  const lookForWork = async () => {
    for (const kind of KINDS) {
      if ((await findRows(db.kysely, kind, 1)).length === 0) continue
      const waiting = await db.kysely
        .selectFrom('jobs')
        .select('id')
        .where('kind', '=', 're-render')
        .where('failed_at', 'is', null)
        .executeTakeFirst()
      if (!waiting) await db.transaction((trx) => addJob(trx, {}))
      return
    }
  }
  maintenance.add(lookForWork)

  let isSoon = false
  renderer.onPending = () => {
    if (isSoon) return
    isSoon = true
    setTimeout(SOON, undefined, { ref: false })
      .then(lookForWork)
      // The next regular check finds it, too.
      .catch(() => {})
      .finally(() => {
        isSoon = false
      })
  }
}

async function findRows(db: Queryable, kind: Kind, limit = BATCH): Promise<Row[]> {
  const { table, key, text, hasTags, subjectOf } = kind
  const more = [...(hasTags ? ['tags'] : []), ...(subjectOf ? ['hidden'] : [])]
  const columns = [...new Set([...key, 'user_id', 'render_version', text, ...more])]
  const { rows } = await sql<Record<string, string | number | null>>`
    select ${sql.join(columns.map((column) => sql.ref(column)))} from ${sql.table(table)}
    where render_version < ${sql.lit(RENDER_VERSION)} limit ${sql.lit(limit)}`.execute(db)
  return rows.map((row) => ({
    key: Object.fromEntries(key.map((column) => [column, row[column]])) as Row['key'],
    author: String(row.user_id),
    text: row[text] as string | null,
    tags: hasTags && String(row.tags),
    isToNotify: row.render_version === PENDING && row.hidden === 0,
  }))
}

/** Skips what was edited in the meantime: the edit has rendered it. */
async function store(trx: Queryable, settings: Settings, kind: Kind, rows: RenderedRow[]): Promise<void> {
  const topics: string[] = []
  const tagged: { id: string; tags: string[] }[] = []
  const retagged: string[] = []
  for (const { key, text, tags: oldTags, author, isToNotify, rendered } of rows) {
    const { stored, tags } = rendered
    const isSame = Object.entries(key).map(([column, value]) => sql`${sql.ref(column)} = ${value}`)
    const columns = Object.entries({ ...stored, ...(kind.hasTags && { tags: JSON.stringify(tags) }) })
    const values = columns.map(([column, value]) => sql`${sql.ref(column)} = ${value}`)
    const { numAffectedRows = 0n } = await sql`update ${sql.table(kind.table)} set ${sql.join(values)}
      where ${sql.join(isSame, sql` and `)} and render_version < ${sql.lit(RENDER_VERSION)}
        and coalesce(${sql.ref(kind.text)}, '') = ${text ?? ''}`.execute(trx)
    if (numAffectedRows === 0n) continue
    if (kind.hasTags) {
      tagged.push({ id: String(key.id), tags })
      if (oldTags !== JSON.stringify(tags)) retagged.push(String(key.id))
    }
    const subject = isToNotify ? kind.subjectOf?.(key) : undefined
    if (subject) {
      await notify(trx, settings, await lateMentionEvents(trx, author, subject, mentionedIn(stored)))
    }
    topics.push(...kind.topics(key))
  }
  if (tagged.length > 0) topics.push(...(await replaceTags(trx, tagged)))
  // Posts and their comments can be found by the tags of the posts.
  for (const id of retagged) await queueDocument(trx, id, id)
  if (retagged.length > 0) await queueComments(trx, retagged)
  recordChanges(trx, ...new Set(topics))
}
