import type { FieldError } from '../../../../contract/errors.ts'
import type { Version } from '../../../../contract/markdown.ts'
import { api, list, mutation } from '../../../app/api/api.ts'
import { requireObject } from '../../../app/api/responses.ts'
import { fieldErrors, toCallError } from '../../../app/api/results.ts'
import { showAlert } from '../../../app/state/alert-slice.ts'
import { contentEdited } from '../../../app/state/post-slice.ts'
import type { Thunk } from '../../../app/state/store.ts'
import { changeLists, storeFailure } from '../post-api.ts'

export type Target = { postId: string; commentId?: string }

const CONFLICT = 409

const readVersions = (versions: Version[]) =>
  versions.map((version) => ({ ...version, _id: String(version.version) }))

const editApi = api.injectEndpoints({
  endpoints: (build) => ({
    editPost: mutation(build, 'PUT /api/posts/:id', {
      read: (post) => requireObject(post, 'text'),
      onDone({ text, html, version, edited, tags }, { sent, dispatch }) {
        const changes = { text, html, version, edited, tags }
        dispatch(changeLists(contentEdited({ postId: sent.params.id, changes })))
        dispatch(showAlert('Post Updated', 'success'))
      },
      onFail: storeFailure,
    }),
    editComment: mutation(build, 'PUT /api/posts/comment/:id/:commentId', {
      read: (comment) => requireObject(comment, 'text'),
      onDone({ text, html, version, edited }, { sent: { params }, dispatch }) {
        const target = { postId: params.id, commentId: params.commentId }
        dispatch(changeLists(contentEdited({ ...target, changes: { text, html, version, edited } })))
        dispatch(showAlert('Comment Updated', 'success'))
      },
      onFail: storeFailure,
    }),
    postHistory: list(build, 'GET /api/posts/:id/history', { read: readVersions }),
    commentHistory: list(build, 'GET /api/posts/comment/:id/:commentId/history', { read: readVersions }),
  }),
})

const { commentHistory, editComment, editPost, postHistory } = editApi.endpoints

type SaveOutcome = { errors: FieldError[]; isConflict: boolean }

/** If the version that the writer saw is no longer current, nothing changes. */
export const saveEdit =
  ({ postId: id, commentId }: Target, text: string, version: number): Thunk<Promise<SaveOutcome>> =>
  async (dispatch) => {
    const body = { text, version }
    const { error } = await (commentId
      ? dispatch(editComment.initiate({ params: { id, commentId }, body }))
      : dispatch(editPost.initiate({ params: { id }, body })))
    return {
      errors: fieldErrors(error),
      isConflict: error !== undefined && toCallError(error).status === CONFLICT,
    }
  }

export const loadCurrent =
  ({ postId: id, commentId }: Target): Thunk<Promise<Version | undefined>> =>
  async (dispatch) => {
    const once = { subscribe: false, forceRefetch: true }
    const { data } = await (commentId
      ? dispatch(commentHistory.initiate({ params: { id, commentId }, limit: 1 }, once))
      : dispatch(postHistory.initiate({ params: { id }, limit: 1 }, once)))
    return data?.pages[0]?.items[0]
  }

export function useVersions({ postId: id, commentId = '' }: Target) {
  const ofPost = editApi.usePostHistoryInfiniteQuery({ params: { id } }, { skip: commentId !== '' })
  const ofComment = editApi.useCommentHistoryInfiniteQuery(
    { params: { id, commentId } },
    { skip: commentId === '' },
  )
  return commentId ? ofComment : ofPost
}
