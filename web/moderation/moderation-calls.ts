import { showAlert } from '../alerts/alert-slice.ts'
import { callOnly, type FieldError } from '../client.ts'
import { submit } from '../outcome.ts'
import { commentRemoved, postRemoved } from '../posts/post-slice.ts'
import type { Thunk } from '../store.ts'

export type Reported = { post: string; comment?: string } | { user: string }
type Entry = { post: string; comment?: string }

export const report =
  (target: Reported, reason: string): Thunk<Promise<FieldError[]>> =>
  (dispatch) =>
    submit(
      callOnly('POST /api/reports', { body: { ...target, reason } }),
      () => dispatch(showAlert('Report Sent', 'success')),
      () => {},
    )

export const takeOut =
  ({ post, comment }: Entry, reason: string): Thunk<Promise<FieldError[]>> =>
  (dispatch) =>
    submit(
      callOnly('POST /api/admin/removals', { body: { post, comment, reason } }),
      () => {
        dispatch(comment ? commentRemoved({ id: post, commentId: comment }) : postRemoved(post))
        dispatch(showAlert(comment ? 'Comment Removed' : 'Post Removed', 'success'))
      },
      () => {},
    )
