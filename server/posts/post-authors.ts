import { Collection } from '../answers/collection.ts'
import { type Awaitable, mapAwaitable } from '../awaitable.ts'
import type { Context } from '../context.ts'
import { findAuthorOfPost } from './queries.ts'

const BYTES = 200

/** Finds who wrote a post, whether or not it is shown. That never changes, so it is cached for good. */
export function postAuthorFinder({
  db,
  answers,
}: Context): (postId: string) => Awaitable<string | undefined> {
  const authors = new Collection<string>(answers)
  return (postId) => {
    const loaded = authors.load(postId, async () => {
      const post = await findAuthorOfPost(db.kysely, postId)
      return post && { value: post.user_id, bytes: BYTES, topics: [] }
    })
    return mapAwaitable(loaded, (author) => author?.value)
  }
}
