import { recordChanges } from '../server/database/changes/changes.ts'
import type { Database } from '../server/database/database.ts'
import { HashQueue } from '../server/features/accounts/passwords.ts'
import { avatarHash } from '../server/features/accounts/queries.ts'
import { plainHtml } from '../server/features/markdown/plain-text.ts'
import { RENDER_VERSION } from '../server/features/markdown/renderer.ts'
import { INDEXED, writeState } from '../server/features/search/indexer.ts'
import { idAt } from '../server/ids.ts'
import { bulkInsert } from './bulk-insert.ts'

export type CommunitySize = {
  users: number
  posts: number
  /** Doubles the time. */
  notifications?: boolean
  textOf?(n: number): string
}
type OnProgress = (insertedRows: number, totalRows: number) => void

const BATCH = 5_000
const DAY = 86_400_000
const SENTENCE = 'How do you keep a long list fast when every row can change while somebody is reading it? '
const REPLY = 'Page by key instead of by offset, and read only the columns that the page shows.'

const TAGS = ['typescript', 'sql', 'linux', 'css', 'go']

/** A post has two likes and one comment on average; every fifth is a question, every third of these solved. */
export async function insertCommunity(
  db: Database,
  size: CommunitySize,
  onProgress: OnProgress = () => {},
): Promise<void> {
  const passwordHash = await new HashQueue().hash('developer', 'localhost')
  const firstDate = Date.now() - 365 * DAY
  const userId = (n: number) => idAt(firstDate + n, n % 4096, uniqueBytes(n, 1))
  const postDate = (n: number) => firstDate + size.users + n * 10
  const postId = (n: number) => idAt(postDate(n), n % 4096, uniqueBytes(n, 2))
  const totalRows = size.users + size.posts

  await db.transaction(async (trx) => {
    const insert = (table: string, rows: Record<string, unknown>[]) => bulkInsert(db.engine, trx, table, rows)

    for (const numbers of batches(size.users)) {
      const users = numbers.map((n) => userRow(n, userId(n), passwordHash))
      const profiles = numbers.map((n) => profileRow(n, userId(n)))
      const experience = numbers.map((n) => experienceRow(n, userId(n)))
      await insert('users', users)
      await insert(
        'handles',
        users.map(({ id, handle }) => ({ handle, user_id: id })),
      )
      await insert('profiles', profiles)
      await insert('experience', experience)
      onProgress((numbers.at(-1) ?? 0) + 1, totalRows)
    }
    for (const numbers of batches(size.posts)) {
      const posts = numbers.map((n) => ({
        id: postId(n),
        user_id: userId(n % size.users),
        ...textColumns(size.textOf?.(n) ?? `${n}: ${SENTENCE.repeat(1 + (n % 3))}`),
        like_count: size.textOf ? 0 : n % 5,
        comment_count: size.textOf ? 0 : n % 3,
        ...questionColumns(n),
        tags: JSON.stringify(tagsOf(n)),
      }))
      const tags = numbers.flatMap((n) =>
        tagsOf(n).map((tag) => ({
          post_id: postId(n),
          tag,
          user_id: userId(n % size.users),
          question: 1,
          is_open: 1 - questionColumns(n).accepted_count,
          hidden: 0,
        })),
      )
      const likes = numbers.flatMap((n) =>
        range(0, n % 5).map((k) => ({
          post_id: postId(n),
          user_id: userId((n * 7 + k * 13) % size.users),
          id: idAt(postDate(n) + k, k, uniqueBytes(n * 5 + k, 3)),
        })),
      )
      const comments = numbers.flatMap((n) =>
        range(0, n % 3).map((k) => ({
          id: idAt(postDate(n) + k, k, uniqueBytes(n * 3 + k, 4)),
          post_id: postId(n),
          user_id: userId((n * 11 + k) % size.users),
          ...textColumns(REPLY),
          accepted: k === 0 ? questionColumns(n).accepted_count : 0,
        })),
      )
      await insert('posts', posts)
      await insert('post_tags', tags)
      if (!size.textOf) {
        await insert('likes', likes)
        await insert('comments', comments)
      }
      if (size.notifications) {
        const rows = notificationsFor(posts, likes, comments)
        await insert('notifications', rows.notifications)
        await insert('notification_events', rows.notification_events)
      }
      onProgress(size.users + (numbers.at(-1) ?? 0) + 1, totalRows)
    }
    await insert('tags', countTags(size.posts))
    // Texts are all alike, so search benchmarks index their own.
    await writeState(trx, INDEXED)
    recordChanges(trx, 'all')
  })
}

type Reaction = { post_id: string; user_id: string; id: string }

function notificationsFor(posts: { id: string; user_id: string }[], likes: Reaction[], comments: Reaction[]) {
  const authors = new Map(posts.map(({ id, user_id }) => [id, user_id]))
  const groups = [
    ...[...Map.groupBy(likes, ({ post_id }) => post_id)].map(([post, events]) => ({
      kind: 'like',
      post,
      events,
    })),
    ...[...Map.groupBy(comments, ({ post_id }) => post_id)].map(([post, events]) => ({
      kind: 'comment',
      post,
      events,
    })),
  ]
  const rows = groups.map(({ kind, post, events }) => {
    const id = events[0]?.id ?? ''
    const key = { user_id: authors.get(post) ?? '', kind, subject_id: post }
    return {
      notification: {
        ...key,
        id,
        position: events.at(-1)?.id ?? id,
        post_id: post,
        count: events.length,
        read: 1,
      },
      events: events.map((event) => ({
        ...key,
        notification_id: id,
        id: event.id,
        actor_id: event.user_id,
        comment_id: kind === 'comment' ? event.id : null,
      })),
    }
  })
  return {
    notifications: rows.map(({ notification }) => notification),
    notification_events: rows.flatMap(({ events }) => events),
  }
}

function questionColumns(n: number) {
  const isQuestion = n % 5 === 0
  return { question: isQuestion ? 1 : 0, accepted_count: isQuestion && n % 3 === 1 ? 1 : 0 }
}

function tagsOf(n: number): string[] {
  if (n % 5 > 0) return []
  const first = Math.floor(n / 5) % TAGS.length
  return [TAGS[first] ?? '', TAGS[(first + 1) % TAGS.length] ?? '']
}

function countTags(posts: number) {
  const tags = range(0, Math.ceil(posts / 5)).flatMap((n) => tagsOf(5 * n))
  return [...Map.groupBy(tags, (tag) => tag)].map(([tag, { length }]) => ({ tag, count: length }))
}

/** Matches the renderer's HTML, so that nothing is left to render. */
function textColumns(text: string) {
  return { text, html: plainHtml(text), render_version: RENDER_VERSION }
}

function userRow(n: number, id: string, passwordHash: string) {
  const email = `member-${n}@example.com`
  return {
    id,
    name: `Member ${n}`,
    handle: `member-${n}`,
    email,
    email_key: email,
    avatar_hash: avatarHash(email),
    password_hash: passwordHash,
  }
}

function profileRow(n: number, userId: string) {
  return {
    user_id: userId,
    id: userId,
    status: 'Developer',
    company: `Company ${n % 100}`,
    location: 'Lisbon',
    skills: JSON.stringify(['TypeScript', 'SQL', 'Linux', 'CSS', 'Go']),
    bio: SENTENCE,
    html: plainHtml(SENTENCE),
    render_version: RENDER_VERSION,
  }
}

function experienceRow(n: number, userId: string) {
  return {
    id: idAt(n, n % 4096, uniqueBytes(n, 5)),
    user_id: userId,
    from_date: '2019-04-01',
    current: 1,
    title: 'Engineer',
    company: `Company ${n % 100}`,
  }
}

function uniqueBytes(n: number, kind: number): Buffer {
  const bytes = Buffer.alloc(8)
  bytes.writeUInt32BE(n, 4)
  bytes.writeUInt8(kind, 1)
  return bytes
}

function batches(count: number): number[][] {
  return range(0, Math.ceil(count / BATCH)).map((batch) =>
    range(batch * BATCH, Math.min((batch + 1) * BATCH, count)),
  )
}

function range(from: number, to: number): number[] {
  return Array.from({ length: Math.max(0, to - from) }, (_, index) => from + index)
}
