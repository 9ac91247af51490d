import { postById, postGone, postRefreshed } from '../../app/state/post-slice.ts'
import type { Thunk } from '../../app/state/store.ts'
import { watchChanges } from '../../ui/change-in-order.ts'
import { keepFocus } from '../../ui/lists/focus.ts'
import { ownCommentSent } from '../posts/comments/comment-calls.ts'
import { withCurrentLikes } from '../posts/post-calls.ts'
import { readAgain } from './read-again.ts'

export const refreshPost =
  (id: string): Thunk<Promise<void>> =>
  async (dispatch, getState) => {
    const isCurrent = watchChanges()
    const known = postById(getState().post, id)?.comments.map(({ _id }) => _id) ?? []
    const response = await readAgain(id)
    // Its text is still in the textarea.
    await ownCommentSent(id)
    if (response === null) keepFocus(() => dispatch(postGone(id)))
    if (!response) return
    const post = dispatch(withCurrentLikes(response, isCurrent))
    keepFocus(() => dispatch(postRefreshed({ post, known })))
  }
