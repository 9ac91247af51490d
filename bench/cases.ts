import { COMMENT_TEXT, textOf, type Write } from './engine-rate.ts'
import type { Fixture } from './fixture.ts'
import type { Request } from './wrk.ts'

export type Read = { name: string; request: Request }

export function readCases({ tokens: [token], postIds, userIds }: Fixture): Read[] {
  return [
    { name: 'feed of 20', request: feedRequest(token) },
    { name: 'one post', request: { path: `/api/posts/${postIds[2]}`, token } },
    { name: 'developers', request: { path: '/api/profile?limit=20' } },
    { name: 'one profile', request: { path: `/api/profile/user/${userIds[0]}` } },
    { name: 'current user', request: { path: '/api/auth', token } },
  ]
}

export function feedRequest(token: string | undefined): Request {
  return { path: '/api/posts?limit=20', token }
}

/** A single post would get a very long discussion. */
export function writeRequests(write: Write, fixture: Fixture): Request[] {
  switch (write) {
    case 'like': {
      const unlikes = likeRequests('unlike', fixture)
      return likeRequests('like', fixture).flatMap((like, n) => [like, unlikes.at(n - LIKES_AT_ONCE) ?? like])
    }
    case 'comment':
      return pairs(fixture).map(({ postId, token }) => ({
        method: 'POST',
        path: `/api/posts/comment/${postId}`,
        token,
        body: { text: COMMENT_TEXT },
      }))
    case 'post':
    case 'post in Markdown':
      return fixture.tokens.map((token) => ({
        method: 'POST',
        path: '/api/posts',
        token,
        body: { text: textOf(write) },
      }))
  }
}

// A repeated like changes nothing, so each is undone once it has certainly arrived.
const LIKES_AT_ONCE = 100

const likeRequests = (action: 'like' | 'unlike', fixture: Fixture): Request[] =>
  pairs(fixture).map(({ postId, token }) => ({
    method: 'PUT',
    path: `/api/posts/${action}/${postId}`,
    token,
  }))

const pairs = ({ tokens, postIds }: Fixture) =>
  tokens.flatMap((_, offset) =>
    postIds.map((postId, index) => ({ postId, token: tokens[(index + offset) % tokens.length] })),
  )

const LIKED_POSTS = 500
const LIKES_PER_POST = 16

export function mixedRequests(fixture: Fixture): Request[] {
  const reads = readCases(fixture).map(({ request }) => request)
  const readsBetweenWrites = Array.from({ length: 4 }, () => reads)
    .flat()
    .slice(0, 19)
  const likes = likeRequests('like', fixture)
  const unlikes = likeRequests('unlike', fixture)
  const comments = writeRequests('comment', fixture)
  const posts = writeRequests('post', fixture)
  const writes = Array.from({ length: LIKED_POSTS }, (_, n) => [
    likes[n],
    comments[2 * n],
    unlikes[n],
    comments[2 * n + 1],
    n % LIKES_PER_POST === 0 ? posts[n / LIKES_PER_POST] : undefined,
  ]).flat()
  return writes.flatMap((write) => (write ? [...readsBetweenWrites, write] : []))
}
