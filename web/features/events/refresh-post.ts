import { postById, postGone, postRefreshed } from '../../app/state/post-slice.ts'
import type { Thunk } from '../../app/state/store.ts'
import { keepPlace } from '../../ui/lists/keep-place.ts'
import { likeTurnOf } from '../posts/post-calls.ts'
import { readAgain } from './read-again.ts'

export const refreshPost =
  (id: string): Thunk<Promise<void>> =>
  async (dispatch, getState) => {
    const turn = likeTurnOf(id)
    const known = postById(getState().post, id)?.comments.map(({ _id }) => _id) ?? []
    const post = await readAgain(id)
    if (post === null) keepPlace(() => dispatch(postGone(id)), id)
    // A like pressed in the meantime is newer than this response.
    if (post && likeTurnOf(id) === turn) keepPlace(() => dispatch(postRefreshed({ post, known })))
  }
