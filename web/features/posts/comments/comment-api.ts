import type { FieldError } from '../../../../contract/errors.ts'
import { MAX_PAGE_SIZE } from '../../../../contract/limits.ts'
import type { Comment, Post } from '../../../../contract/posts.ts'
import { api, mutation, page } from '../../../app/api/api.ts'
import { requireObject } from '../../../app/api/responses.ts'
import { fieldErrors, toCallError } from '../../../app/api/results.ts'
import { showAlert } from '../../../app/state/alert-slice.ts'
import {
  acceptedChanged,
  acceptedLoaded,
  commentRemoved,
  commentsChanged,
  moreCommentsLoaded,
  openedPost,
  postById,
} from '../../../app/state/post-slice.ts'
import { readComments } from '../../../app/state/read-post.ts'
import type { Dispatch, Thunk } from '../../../app/state/store.ts'
import { changeLists, storeFailure } from '../post-api.ts'

type AcceptedStep = { sent: { params: { id: string; commentId: string } }; dispatch: Dispatch }

const accepting = (isAccepted: boolean) => ({
  read: (post: Post) => requireObject(post, 'solved'),
  onDone: ({ solved: isSolved }: Post, { sent: { params }, dispatch }: AcceptedStep) =>
    dispatch(acceptedChanged({ ...params, isAccepted, isSolved })),
  onFail: storeFailure,
})

const commentApi = api.injectEndpoints({
  endpoints: (build) => ({
    comments: page(build, 'GET /api/posts/:id/comments', {
      keepUnusedDataFor: 0,
      limit: MAX_PAGE_SIZE,
      onFail: storeFailure,
    }),
    /** A post includes only its newest comments, and an accepted one may be older. */
    acceptedComments: page(build, 'GET /api/posts/:id/comments', {
      keepUnusedDataFor: 0,
      limit: MAX_PAGE_SIZE,
      onDone: ({ items: comments }, { sent, dispatch }) =>
        dispatch(acceptedLoaded({ id: sent.params.id, comments })),
      onFail: storeFailure,
    }),
    addComment: mutation(build, 'POST /api/posts/comment/:id', {
      read: readComments,
      onDone(comments, { sent, dispatch }) {
        dispatch(commentsChanged({ id: sent.params.id, comments }))
        dispatch(showAlert('Comment Added', 'success'))
      },
      onFail: storeFailure,
    }),
    accept: mutation(build, 'PUT /api/posts/comment/:id/:commentId/accepted', accepting(true)),
    undoAccept: mutation(build, 'DELETE /api/posts/comment/:id/:commentId/accepted', accepting(false)),
    removeComment: mutation(build, 'DELETE /api/posts/comment/:id/:commentId', {
      onDone(_, { sent: { params }, dispatch }) {
        dispatch(changeLists(commentRemoved(params)))
        dispatch(showAlert('Comment Removed', 'success'))
      },
      onFail: storeFailure,
    }),
  }),
})

export type SearchOutcome = 'ready' | 'missing' | 'failed'

export const loadCommentsUntil =
  (id: string, commentId: string, signal: AbortSignal): Thunk<Promise<SearchOutcome>> =>
  async (dispatch, getState) => {
    const isFound = (comments: Comment[]) => comments.some(({ _id }) => _id === commentId)
    for (;;) {
      const { nextComments } = getState().post
      const post = openedPost(getState().post)
      if (post?._id !== id || signal.aborted) return 'failed'
      if (isFound(post.comments)) return 'ready'
      const isComplete = nextComments === null && post.comments.length >= post.commentCount
      if (isComplete) return 'missing'
      const errors = await dispatch(loadMoreComments(id))
      if (errors.length > 0) return 'failed'
      const { comments } = postById(getState().post, id) ?? post
      if (getState().post.nextComments === null) return isFound(comments) ? 'ready' : 'missing'
      if (comments.length === post.comments.length) return 'missing'
    }
  }

export const loadMoreComments =
  (id: string): Thunk<Promise<FieldError[]>> =>
  async (dispatch, getState) => {
    const known = new Set(postById(getState().post, id)?.comments.map(({ _id }) => _id))
    let cursor = getState().post.nextComments
    for (;;) {
      const sent = { params: { id }, cursor }
      const asked = commentApi.endpoints.comments.initiate(sent, { subscribe: false, forceRefetch: true })
      const { data: page, error } = await dispatch(asked)
      if (!page) return fieldErrors(toCallError(error))
      cursor = page.next
      if (cursor && page.items.every(({ _id }) => known.has(_id))) continue
      dispatch(moreCommentsLoaded({ id, ...page }))
      return []
    }
  }

export const {
  useAcceptedCommentsQuery,
  useAddCommentMutation,
  useAcceptMutation,
  useUndoAcceptMutation,
  useRemoveCommentMutation,
} = commentApi
export const { accept, addComment, removeComment } = commentApi.endpoints
