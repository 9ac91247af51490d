import type { Post } from '../../../contract/posts.ts'
import { call } from '../../app/api/client.ts'
import { asApiError, requireResponse } from '../../app/api/outcome.ts'
import { readPost } from '../../app/state/read-post.ts'

const NOT_FOUND = 404

/** Null if it was deleted or hidden, undefined if that is not known. */
export async function readAgain(id: string): Promise<Post | null | undefined> {
  try {
    return readPost(await requireResponse(call('GET /api/posts/:id', { params: { id } })))
  } catch (error) {
    return asApiError(error).status === NOT_FOUND ? null : undefined
  }
}
