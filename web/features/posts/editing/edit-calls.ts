import type { FieldError } from '../../../../contract/errors.ts'
import type { Version } from '../../../../contract/markdown.ts'
import { call, callPage } from '../../../app/api/client.ts'
import { asApiError } from '../../../app/api/outcome.ts'
import type { Page } from '../../../app/api/request.ts'
import { requireObject } from '../../../app/api/responses.ts'
import { toStateError } from '../../../app/api/results.ts'
import { showAlert } from '../../../app/state/alert-slice.ts'
import { contentEdited, postFailed } from '../../../app/state/post-slice.ts'
import type { Thunk } from '../../../app/state/store.ts'
import { changeLists } from '../write.ts'

export type Target = { postId: string; commentId?: string }

type SaveOutcome = { errors: FieldError[]; isConflict: boolean }

const CONFLICT = 409

/** If the version that the writer saw is no longer current, nothing changes. */
export const saveEdit =
  (target: Target, text: string, version: number): Thunk<Promise<SaveOutcome>> =>
  async (dispatch) => {
    try {
      const written = requireObject(await put(target, { text, version }), 'text')
      const { html, edited } = written
      const tags = 'tags' in written ? { tags: written.tags } : {}
      const changes = { text: written.text, html, version: written.version, edited, ...tags }
      dispatch(changeLists(contentEdited({ ...target, changes })))
      dispatch(showAlert(target.commentId ? 'Comment Updated' : 'Post Updated', 'success'))
      return { errors: [], isConflict: false }
    } catch (thrown) {
      const error = asApiError(thrown)
      dispatch(postFailed(toStateError(error)))
      return { errors: error.errors, isConflict: error.status === CONFLICT }
    }
  }

function put({ postId: id, commentId }: Target, body: { text: string; version: number }) {
  return commentId
    ? call('PUT /api/posts/comment/:id/:commentId', { params: { id, commentId }, body })
    : call('PUT /api/posts/:id', { params: { id }, body })
}

type Asked = { cursor?: string | null; limit?: number; signal?: AbortSignal }

export function loadVersions({ postId: id, commentId }: Target, asked: Asked): Promise<Page<Version>> {
  return commentId
    ? callPage('GET /api/posts/comment/:id/:commentId/history', { params: { id, commentId }, ...asked })
    : callPage('GET /api/posts/:id/history', { params: { id }, ...asked })
}

export async function loadCurrent(target: Target): Promise<Version | undefined> {
  try {
    return (await loadVersions(target, { limit: 1 })).items[0]
  } catch (error) {
    asApiError(error)
    return undefined
  }
}
