import { sql } from 'kysely'
import { Version } from '../../../../contract/markdown.ts'
import type { Context } from '../../../context.ts'
import { topicOf } from '../../../database/changes/topics.ts'
import type { Queryable } from '../../../database/database.ts'
import { document } from '../../../platform/cache/document.ts'
import { list } from '../../../platform/cache/list.ts'
import { readDifference } from '../../markdown/differences.ts'
import { findMentioned, mentionedIn, type People } from '../../markdown/mentions.ts'
import { presentHtml, type Rendered } from '../../markdown/rendered.ts'
import { findComment } from '../comments/queries.ts'
import { findPost } from '../queries.ts'
import { writtenAt } from './queries.ts'

type Subject = { postId: string; commentId: string | undefined }

type Row = Rendered & { version: number; written_at: number; text: string }
type OldRow = Row & { difference: string | null }
type LoadedVersion = Version & { mentioned: string[] }

// Texts may be large; the rest of a page is loaded when these do not fill it.
const LOADED_AT_ONCE = 10

const idOf = ({ postId, commentId }: Subject) => commentId ?? postId

/** Keys are loaded in their order as text, newest first. */
const keyOf = ({ postId, commentId = '' }: Subject, version: number) =>
  `${postId} ${commentId} ${String(version).padStart(10, '0')}`

function readKey(key: string): { subject: Subject; version: number } {
  const [postId = '', commentId = '', version] = key.split(' ')
  return { subject: { postId, commentId: commentId || undefined }, version: Number(version) }
}

const pathOf = ({ postId, commentId }: Subject) =>
  commentId ? `/api/posts/comment/${postId}/${commentId}/history` : `/api/posts/${postId}/history`

export function histories({ db, cache }: Context) {
  const version = document<typeof Version, LoadedVersion>(cache, {
    schema: Version,
    topic: (key) => topicOf.history(idOf(readKey(key).subject)),
    load: (keys) => db.snapshot((trx) => findVersions(trx, keys.slice(0, LOADED_AT_ONCE))),
    dependsOn: ({ mentioned }) => mentioned.map(topicOf.person),
  })

  return list(cache, {
    of: version,
    path: pathOf,
    // The history is hidden or deleted with its post.
    topic: (subject: Subject) => [topicOf.history(idOf(subject)), topicOf.post(subject.postId)],
    async keys(subject, { limit, before }) {
      const current = await findCurrent(db.kysely, subject)
      // Versions are numbered without gaps.
      const last = current?.version ?? 0
      const newest = before ? Math.min(last, versionAt(before) - 1) : last
      const count = Math.max(0, Math.min(newest, limit))
      const keys = Array.from({ length: count }, (_, index) => newest - index)
      return {
        keys: keys.map((number) => ({ id: keyOf(subject, number), position: positionOf(number) })),
        isLast: newest <= limit,
      }
    },
  })
}

// Positions in lists are ids, so a version is written as one.
const positionOf = (version: number) => `00000000-0000-0000-0000-${version.toString(16).padStart(12, '0')}`
const versionAt = (position: string) => Number.parseInt(position.replaceAll('-', ''), 16)

async function findCurrent(db: Queryable, { postId, commentId }: Subject): Promise<Row | undefined> {
  const row = await (commentId ? findComment(db, postId, commentId) : findPost(db, postId))
  return row && { ...row, written_at: writtenAt(row) }
}

/** All keys of a page belong to the same post or comment. */
async function findVersions(db: Queryable, keys: string[]): Promise<Map<string, LoadedVersion>> {
  const wanted = keys.map(readKey)
  const [first] = wanted
  if (!first) return new Map()
  const numbers = wanted.map(({ version }) => version)
  const current = await findCurrent(db, first.subject)
  const old = await findOldVersions(db, first.subject, Math.min(...numbers) - 1, Math.max(...numbers))
  const rows = new Map<number, Row>(old.map((row) => [row.version, row]))
  if (current) rows.set(current.version, current)
  const found = numbers.flatMap((number) => rows.get(number) ?? [])
  const people = await findMentioned(db, found)
  const previous = new Map(old.map((row) => [row.version + 1, row]))
  const present = (row: Row) => presentVersion(row, previous.get(row.version), people)
  return new Map(found.map((row) => [keyOf(first.subject, row.version), present(row)]))
}

async function findOldVersions(db: Queryable, { postId, commentId }: Subject, from: number, to: number) {
  const versions = commentId
    ? sql`comment_versions where post_id = ${postId} and comment_id = ${commentId}`
    : sql`post_versions where post_id = ${postId}`
  const { rows } = await sql<OldRow>`
    select version, written_at, text, html, render_version, mentions, difference
    from ${versions} and version between ${from} and ${to}`.execute(db)
  return rows
}

function presentVersion(row: Row, previous: OldRow | undefined, people: People): LoadedVersion {
  return {
    version: row.version,
    text: row.text,
    html: presentHtml(row, people),
    date: new Date(row.written_at).toISOString(),
    changes: previous ? readDifference(previous.text, row.text, previous.difference) : [],
    mentioned: mentionedIn(row),
  }
}
