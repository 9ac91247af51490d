import type { FieldError } from '../../../../contract/errors.ts'
import { callOnly } from '../../../app/api/client.ts'
import { submit } from '../../../app/api/outcome.ts'
import { showAlert } from '../../../app/state/alert-slice.ts'
import { commentRemoved, postRemoved } from '../../../app/state/post-slice.ts'
import type { Thunk } from '../../../app/state/store.ts'
import { changeLists } from '../write.ts'

export type Reported = { post: string; comment?: string } | { user: string }
type Removed = { post: string; comment?: string }

export const report =
  (target: Reported, reason: string): Thunk<Promise<FieldError[]>> =>
  (dispatch) =>
    submit(
      callOnly('POST /api/reports', { body: { ...target, reason } }),
      () => dispatch(showAlert('Report Sent', 'success')),
      () => {},
    )

export const removeContent =
  ({ post, comment }: Removed, reason: string): Thunk<Promise<FieldError[]>> =>
  (dispatch) =>
    submit(
      callOnly('POST /api/admin/removals', { body: { post, comment, reason } }),
      () => {
        dispatch(changeLists(comment ? commentRemoved({ id: post, commentId: comment }) : postRemoved(post)))
        dispatch(showAlert(comment ? 'Comment Removed' : 'Post Removed', 'success'))
      },
      () => {},
    )
