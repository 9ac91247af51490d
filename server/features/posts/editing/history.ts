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

/** The post or the comment whose history is meant. */
export type Entry = { postId: string; commentId: string | undefined }

type Row = Rendered & { version: number; written_at: number; text: string }
type OldRow = Row & { difference: string | null }
type LoadedVersion = Version & { mentioned: string[] }

// Texts may be large; the rest of a page is loaded when these do not fill it.
const LOADED_AT_ONCE = 10

const idOf = ({ postId, commentId }: Entry) => commentId ?? postId

const keyOf = ({ postId, commentId = '' }: Entry, version: number) => `${postId} ${commentId} ${version}`

function readKey(key: string): { entry: Entry; version: number } {
  const [postId = '', commentId = '', version] = key.split(' ')
  return { entry: { postId, commentId: commentId || undefined }, version: Number(version) }
}

const pathOf = ({ postId, commentId }: Entry) =>
  commentId ? `/api/posts/comment/${postId}/${commentId}/history` : `/api/posts/${postId}/history`

/** The versions of posts and comments, newest first. */
export function histories({ db, cache }: Context) {
  const version = document<typeof Version, LoadedVersion>(cache, {
    schema: Version,
    topic: (key) => topicOf.history(idOf(readKey(key).entry)),
    load: (keys) => db.snapshot((trx) => findVersions(trx, keys.slice(0, LOADED_AT_ONCE))),
    dependsOn: ({ mentioned }) => mentioned.map(topicOf.person),
  })

  return list(cache, {
    of: version,
    path: pathOf,
    // With its post the history is hidden, or deleted.
    topic: (entry: Entry) => [topicOf.history(idOf(entry)), topicOf.post(entry.postId)],
    async keys(entry, { limit, before }) {
      const current = await findCurrent(db.kysely, entry)
      // Versions are numbered without gaps.
      const newest = Math.min(
        current?.version ?? 0,
        before ? versionAt(before) - 1 : Number.POSITIVE_INFINITY,
      )
      const count = Math.max(0, Math.min(newest, limit))
      const keys = Array.from({ length: count }, (_, index) => newest - index)
      return {
        keys: keys.map((number) => ({ id: keyOf(entry, number), position: positionOf(number) })),
        isLast: newest <= limit,
      }
    },
  })
}

// Lists are read on from an id, so a version is written as one.

function positionOf(version: number): string {
  return `00000000-0000-0000-0000-${version.toString(16).padStart(12, '0')}`
}

function versionAt(position: string): number {
  return Number.parseInt(position.replaceAll('-', ''), 16)
}

async function findCurrent(db: Queryable, { postId, commentId }: Entry): Promise<Row | undefined> {
  const row = await (commentId ? findComment(db, postId, commentId) : findPost(db, postId))
  return row && { ...row, written_at: writtenAt(row) }
}

/** These versions of one entry; all keys of a page belong to the same one. */
async function findVersions(db: Queryable, keys: string[]): Promise<Map<string, LoadedVersion>> {
  const wanted = keys.map(readKey)
  const [first] = wanted
  if (!first) return new Map()
  const numbers = wanted.map(({ version }) => version)
  const current = await findCurrent(db, first.entry)
  // A version is compared with the one before it.
  const old = await findOldVersions(db, first.entry, Math.min(...numbers) - 1, Math.max(...numbers))
  const rows = new Map<number, Row>(old.map((row) => [row.version, row]))
  if (current) rows.set(current.version, current)
  const found = numbers.flatMap((number) => rows.get(number) ?? [])
  const people = await findMentioned(db, found)
  return new Map(
    found.map((row) => [
      keyOf(first.entry, row.version),
      presentVersion(
        row,
        old.find(({ version }) => version === row.version - 1),
        people,
      ),
    ]),
  )
}

async function findOldVersions(db: Queryable, entry: Entry, from: number, to: number): Promise<OldRow[]> {
  const { postId, commentId } = entry
  const columns = [
    'version',
    'written_at',
    'text',
    'html',
    'render_version',
    'mentions',
    'difference',
  ] as const
  return commentId
    ? db
        .selectFrom('comment_versions')
        .select(columns)
        .where('post_id', '=', postId)
        .where('comment_id', '=', commentId)
        .where('version', '>=', from)
        .where('version', '<=', to)
        .execute()
    : db
        .selectFrom('post_versions')
        .select(columns)
        .where('post_id', '=', postId)
        .where('version', '>=', from)
        .where('version', '<=', to)
        .execute()
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
