import type { Post } from '../../contract/posts.ts'
import { call } from '../client.ts'
import { asApiError, requireAnswer } from '../outcome.ts'
import { readPost } from '../posts/read-post.ts'

const NOT_FOUND = 404

/** Null if it was deleted or hidden, undefined if that is not known. */
export async function readAgain(id: string): Promise<Post | null | undefined> {
  try {
    return readPost(await requireAnswer(call('GET /api/posts/:id', { params: { id } })))
  } catch (error) {
    return asApiError(error).status === NOT_FOUND ? null : undefined
  }
}
