import { COMMENT, type Write } from './engine-rate.ts'
import type { Request } from './load.ts'

/** Someone signed in for the benchmark, and what there is to look at. */
export type Scene = { tokens: string[]; postIds: string[]; userIds: string[] }

export type Read = { name: string; request(scene: Scene): Request }

export const READS: Read[] = [
  { name: 'feed of 20', request: ({ tokens }) => ({ path: '/api/posts?limit=20', token: tokens[0] }) },
  {
    name: 'one post',
    request: ({ tokens, postIds }) => ({ path: `/api/posts/${postIds[2]}`, token: tokens[0] }),
  },
  { name: 'developers', request: () => ({ path: '/api/profile?limit=20' }) },
  { name: 'one profile', request: ({ userIds }) => ({ path: `/api/profile/user/${userIds[0]}` }) },
  { name: 'current user', request: ({ tokens }) => ({ path: '/api/auth', token: tokens[0] }) },
]

export const WRITES: Write[] = ['like', 'comment', 'post']

/** Writes that each change something: every like is of another member or another post. */
export function writeRequests(write: Write, { tokens, postIds }: Scene): Request[] {
  // All over the community, as people write; one post alone would soon have the longest of discussions.
  const pairs = tokens.flatMap((_, round) =>
    postIds.map((postId, index) => ({ postId, token: tokens[(index + round) % tokens.length] })),
  )
  switch (write) {
    case 'like':
      // There are only so many pairs, so each is liked and later unliked.
      return ['like', 'unlike'].flatMap((way) =>
        pairs.map(({ postId, token }) => ({ method: 'PUT', path: `/api/posts/${way}/${postId}`, token })),
      )
    case 'comment':
      return pairs.map(({ postId, token }) => ({
        method: 'POST',
        path: `/api/posts/comment/${postId}`,
        token,
        body: { text: COMMENT },
      }))
    case 'post':
      return tokens.map((token) => ({ method: 'POST', path: '/api/posts', token, body: { text: COMMENT } }))
  }
}

/** Reads of every kind; one request in twenty is a like, a comment or a post. */
export function mixedRequests(scene: Scene): Request[] {
  const writes = WRITES.flatMap((write) => writeRequests(write, scene).slice(0, 1_000))
  const shuffled = writes.map((_, index) => writes[(index * 211) % writes.length])
  return shuffled.flatMap((write) =>
    write ? [...Array.from({ length: 19 }, (_, n) => readOf(n, scene)), write] : [],
  )
}

export function readOf(n: number, scene: Scene): Request {
  const read = READS[n % READS.length]
  return read ? read.request(scene) : { path: '/' }
}
