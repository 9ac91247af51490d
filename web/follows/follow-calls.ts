import { showErrors } from '../alerts/alert-slice.ts'
import { call, callOnly, requireObject } from '../api.ts'
import { asApiError, submit } from '../outcome.ts'
import type { Thunk } from '../store.ts'
import { hasNext, inTurn } from '../ui/in-turn.ts'
import {
  type Followed,
  followChanged,
  followsLoaded,
  followsRequested,
  followsUnavailable,
} from './follow-slice.ts'

export const loadFollows = (): Thunk<Promise<void>> => async (dispatch) => {
  dispatch(followsRequested())
  try {
    dispatch(followsLoaded(requireObject(await call('GET /api/follows', {}), 'people', 'tags')))
  } catch (error) {
    asApiError(error)
    dispatch(followsUnavailable())
  }
}

/** Shown at once, and undone if the server refuses. */
export const setFollowed =
  (followed: Followed, isFollowed: boolean): Thunk =>
  (dispatch) => {
    const key = 'tag' in followed ? `follow #${followed.tag}` : `follow ${followed.person._id}`
    dispatch(followChanged({ followed, isFollowed }))
    void submit(
      inTurn(key, () => send(followed, isFollowed)),
      () => {},
      ({ errors }) => {
        if (hasNext(key)) return
        dispatch(followChanged({ followed, isFollowed: !isFollowed }))
        dispatch(showErrors(errors))
      },
    )
  }

function send(followed: Followed, isFollowed: boolean): Promise<void> {
  if ('tag' in followed) {
    const params = { tag: followed.tag }
    const name = isFollowed ? 'PUT /api/follows/tags/:tag' : 'DELETE /api/follows/tags/:tag'
    return callOnly(name, { params })
  }
  const params = { id: followed.person._id }
  const name = isFollowed ? 'PUT /api/follows/people/:id' : 'DELETE /api/follows/people/:id'
  return callOnly(name, { params })
}
