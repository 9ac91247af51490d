import { call } from '../api.ts'
import { asApiError, requireAnswer } from '../outcome.ts'
import { likeTurnOf } from '../posts/post-calls.ts'
import { postGone, postRefreshed } from '../posts/post-slice.ts'
import { readPost } from '../posts/read-post.ts'
import type { Thunk } from '../store.ts'
import { keepPlace } from '../ui/keep-place.ts'

const NOT_FOUND = 404

/** Reads a shown post again because others have changed it, liked it or commented on it. */
export const refreshPost =
  (id: string): Thunk<Promise<void>> =>
  async (dispatch, getState) => {
    const turn = likeTurnOf(id)
    const known = getState().post.post?.comments.map(({ _id }) => _id) ?? []
    try {
      const post = await requireAnswer(call('GET /api/posts/:id', { params: { id } }))
      // A like that was pressed meanwhile is newer than this answer.
      if (likeTurnOf(id) !== turn) return
      keepPlace(() => dispatch(postRefreshed({ post: readPost(post), known })))
    } catch (error) {
      // What is shown stays as it is, unless it was deleted.
      if (asApiError(error).status === NOT_FOUND) keepPlace(() => dispatch(postGone(id)), id)
    }
  }
