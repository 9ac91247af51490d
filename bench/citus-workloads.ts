import { insertChanges } from '../server/database/changes/changes.ts'
import type { Database } from '../server/database/database.ts'
import { openSession } from '../server/features/accounts/sessions.ts'
import { newestPosts } from '../server/features/posts/feed/queries.ts'
import { findPosts } from '../server/features/posts/queries.ts'
import { IN_FEED, ON_POST } from '../server/features/posts/reactions.ts'
import { createUser } from '../server/features/sign-in/register.ts'
import { newId } from '../server/ids.ts'
import { readSettings } from '../server/platform/process/settings.ts'

export const WRITERS = 16
const PAGE = 50

const settings = readSettings({})

export type Work = (index: number) => Promise<unknown>
type Prepare = () => Promise<[number, Work]>

export function worksOn(db: Database, base: string): Record<string, Prepare> {
  const { kysely } = db
  const idsOfPage = () => listPosts(db, PAGE)
  const onPosts =
    (action: OnPost): Prepare =>
    async () => [WRITERS, await onNewPosts(db, base, action)]
  return {
    'ids of a page of the feed': async () => [1, () => listPosts(db, PAGE + 1)],
    'the posts of that page': async () => {
      const ids = await idsOfPage()
      return [1, () => findPosts(kysely, settings, ids, IN_FEED)]
    },
    'one post': async () => {
      const ids = await idsOfPage()
      return [1, (n) => findPosts(kysely, settings, ids.slice(n % PAGE, (n % PAGE) + 1), ON_POST)]
    },
    'notes of a change': async () => [WRITERS, () => insertChanges(db.kysely, [`post:${newId()}`])],
    posts: async () => [WRITERS, (await author(db, base)).post],
    'posts and their deletion': async () => [WRITERS, (await author(db, base)).postAndDelete],
    'likes with a notification': onPosts('like'),
    'likes that exist already': async () => [WRITERS, await onLikedPosts(db, base)],
    'likes and their end': onPosts('likeAndUnlike'),
    'comments with a notification': onPosts('comment'),
    'comments and their deletion': onPosts('commentAndDelete'),
  }
}

type OnPost = 'like' | 'likeAndUnlike' | 'comment' | 'commentAndDelete'

function listPosts({ kysely }: Database, limit: number): Promise<string[]> {
  return newestPosts(kysely, { part: 'all', author: null, tag: null }, { limit, before: undefined })
}

async function onNewPosts(db: Database, base: string, action: OnPost): Promise<Work> {
  const posts = await listPosts(db, 5_000)
  const member = await author(db, base)
  return (n) => member[action](posts[n % posts.length] ?? '')
}

async function onLikedPosts(db: Database, base: string): Promise<Work> {
  const posts = await listPosts(db, PAGE)
  const member = await author(db, base)
  for (const id of posts) await member.like(id)
  return (n) => member.like(posts[n % posts.length] ?? '')
}

export async function author(db: Database, base: string) {
  const email = `${newId()}@example.com`
  const token = await db.transaction(async (trx) =>
    openSession(trx, await createUser(trx, { name: 'W', email, passwordHash: 'x' }), 'measure'),
  )
  const headers = { 'x-auth-token': token, 'content-type': 'application/json' }
  const call = async <ApiResponse>(method: string, path: string, body: unknown): Promise<ApiResponse> => {
    const response = await fetch(`${base}${path}`, { method, headers, body: JSON.stringify(body) })
    if (response.status !== 200) throw new Error(`${path} responded with ${response.status}`)
    return (await response.json()) as ApiResponse
  }
  const post = () =>
    call<{ _id: string }>('POST', '/api/posts', { text: 'Something to say, of a common length.' })
  const like = (id: string) => call('PUT', `/api/posts/like/${id}`, {})
  const text = 'And something to answer.'
  const comment = (id: string) => call<{ _id: string }[]>('POST', `/api/posts/comment/${id}`, { text })
  return {
    post,
    async postAndDelete() {
      const { _id } = await post()
      await call('DELETE', `/api/posts/${_id}`, {})
    },
    like,
    async likeAndUnlike(id: string) {
      await like(id)
      await call('PUT', `/api/posts/unlike/${id}`, {})
    },
    comment,
    async commentAndDelete(id: string) {
      const [newest] = await comment(id)
      await call('DELETE', `/api/posts/comment/${id}/${newest?._id}`, {})
    },
  }
}
