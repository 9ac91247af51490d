import { sql } from 'kysely'
import { type Change, Version } from '../../../../contract/markdown.ts'
import type { Queryable } from '../../../database/database.ts'
import type { CachedResponse } from '../../../platform/cache/cached-response.ts'
import { contentOf, idsOfPage, type Page, pageResponse } from '../../../platform/http/paging.ts'
import { findMentioned, linkMentions, type People } from '../../markdown/mentions.ts'
import { type Editable, writtenAt } from './queries.ts'

type Subject = { postId: string; commentId: string | undefined }

type Row = { version: number; written_at: number; text: string; html: string; mentions: string }
type OldRow = Row & { difference: string | null }

export async function historyPage(
  db: Queryable,
  subject: Subject,
  current: Editable,
  { limit, before }: Page,
): Promise<CachedResponse> {
  const newest = before === undefined ? current.version : Math.min(current.version, versionAt(before) - 1)
  const length = Math.max(0, Math.min(newest, limit + 1))
  const rows = Array.from({ length }, (_, index) => listed(newest - index))
  const numbers = rows.slice(0, limit).map(({ id }) => id)
  const onPage = await idsOfPage(numbers, () => findSizes(db, subject, newest - limit, newest))
  const versions = await findVersions(db, subject, current, onPage.map(Number))
  return pageResponse(Version, contentOf(rows, onPage, versions), pathOf(subject), limit)
}

const pathOf = ({ postId, commentId }: Subject) =>
  commentId ? `/api/posts/comment/${postId}/${commentId}/history` : `/api/posts/${postId}/history`

const listed = (version: number) => ({
  id: String(version),
  position: `00000000-0000-0000-0000-${version.toString(16).padStart(12, '0')}`,
})
const versionAt = (position: string) => Number.parseInt(position.replaceAll('-', ''), 16)

const oldVersions = ({ postId, commentId }: Subject, from: number, to: number) =>
  sql`${
    commentId
      ? sql`comment_versions where post_id = ${postId} and comment_id = ${commentId}`
      : sql`post_versions where post_id = ${postId}`
  } and version between ${from} and ${to}`

async function findSizes(
  db: Queryable,
  subject: Subject,
  from: number,
  to: number,
): Promise<{ id: string; size: number }[]> {
  const { rows } = await sql<{ version: number; size: number }>`
    select version, octet_length(text) + octet_length(html) as size
    from ${oldVersions(subject, from, to)}`.execute(db)
  return rows.map(({ version, size }) => ({ id: String(version), size }))
}

async function findVersions(
  db: Queryable,
  subject: Subject,
  current: Editable,
  versions: number[],
): Promise<Map<string, Version>> {
  if (versions.length === 0) return new Map()
  const { rows: old } = await sql<OldRow>`
    select version, written_at, text, html, mentions, difference
    from ${oldVersions(subject, Math.min(...versions) - 1, Math.max(...versions))}`.execute(db)
  const rows = new Map<number, Row>(old.map((row) => [row.version, row]))
  rows.set(current.version, { ...current, written_at: writtenAt(current) })
  const listedRows = versions.flatMap((version) => rows.get(version) ?? [])
  const people = await findMentioned(db, listedRows)
  const previous = new Map(old.map((row) => [row.version + 1, row]))
  return new Map(
    listedRows.map((row) => [String(row.version), presentVersion(row, previous.get(row.version), people)]),
  )
}

function presentVersion(row: Row, previous: OldRow | undefined, people: People): Version {
  return {
    version: row.version,
    text: row.text,
    html: linkMentions(row, people),
    date: new Date(row.written_at).toISOString(),
    changes: previous ? readDifference(previous.text, row.text, previous.difference) : [],
  }
}

// Differences are stored as lengths, such as `=12-3+5`.

const KINDS = { '=': 'same', '+': 'added', '-': 'removed' } as const
const RUN = /([=+-])(\d+)/g

export function readDifference(before: string, after: string, difference: string | null): Change[] {
  const changes: Change[] = []
  let fromBefore = 0
  let fromAfter = 0
  for (const [, sign, digits] of (difference ?? `-${before.length}+${after.length}`).matchAll(RUN)) {
    const length = Number(digits)
    const text =
      sign === '-'
        ? before.slice(fromBefore, fromBefore + length)
        : after.slice(fromAfter, fromAfter + length)
    if (sign !== '+') fromBefore += length
    if (sign !== '-') fromAfter += length
    changes.push({ kind: KINDS[sign as keyof typeof KINDS], text })
  }
  return changes
}
