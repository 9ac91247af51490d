import { MAX_MARKED_POSTS } from '../../contract/limits.ts'
import { showErrors } from '../alerts/alert-slice.ts'
import { call, callOnly, requireObject } from '../api.ts'
import { asApiError, submit } from '../outcome.ts'
import type { Thunk } from '../store.ts'
import { hasNext, inTurn } from '../ui/in-turn.ts'
import { bookmarkChanged, bookmarksLoaded } from './bookmark-slice.ts'

/** Best effort: without an answer, nothing is shown as bookmarked. */
export const askForBookmarks =
  (ids: string[]): Thunk<Promise<void>> =>
  async (dispatch) => {
    for (let start = 0; start < ids.length; start += MAX_MARKED_POSTS) {
      const asked = ids.slice(start, start + MAX_MARKED_POSTS)
      try {
        const marks = requireObject(await call('GET /api/marks', { query: { posts: asked.join() } }))
        // What was pressed meanwhile is newer than the answer.
        const settled = asked.filter((id) => !hasNext(keyOf(id)))
        dispatch(bookmarksLoaded({ asked: settled, bookmarked: marks.bookmarked ?? [] }))
      } catch (error) {
        asApiError(error)
      }
    }
  }

/** Shown at once, and undone if the server refuses. */
export const setBookmarked =
  (id: string, isBookmarked: boolean): Thunk =>
  (dispatch) => {
    const key = keyOf(id)
    dispatch(bookmarkChanged({ id, isBookmarked }))
    const name = isBookmarked ? 'PUT /api/bookmarks/:postId' : 'DELETE /api/bookmarks/:postId'
    void submit(
      inTurn(key, () => callOnly(name, { params: { postId: id } })),
      () => {},
      ({ errors }) => {
        if (hasNext(key)) return
        dispatch(bookmarkChanged({ id, isBookmarked: !isBookmarked }))
        dispatch(showErrors(errors))
      },
    )
  }

const keyOf = (id: string) => `bookmark ${id}`
