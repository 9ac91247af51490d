import { unreadChanged } from '../accounts/auth-slice.ts'
import { call, callPage, type FieldError } from '../api.ts'
import { asApiError, requireAnswer, submit } from '../outcome.ts'
import type { Thunk } from '../store.ts'

const PAGE = 30

export function askForNotifications(sent: { cursor?: string | null; signal?: AbortSignal } = {}) {
  return callPage('GET /api/notifications', { ...sent, limit: PAGE })
}

export const markAllRead = (): Thunk<Promise<FieldError[]>> => (dispatch) =>
  submit(
    requireAnswer(call('PUT /api/notifications/read', { body: {} })),
    ({ unread }) => dispatch(unreadChanged(unread)),
    () => {},
  )

/** Best effort: if it fails, the next visit of the post marks them. */
export const markReadOf =
  (post: string): Thunk<Promise<void>> =>
  async (dispatch) => {
    try {
      const { unread } = await requireAnswer(call('PUT /api/notifications/read', { body: { post } }))
      dispatch(unreadChanged(unread))
    } catch (error) {
      asApiError(error)
    }
  }
