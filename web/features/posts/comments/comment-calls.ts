import type { FieldError } from '../../../../contract/errors.ts'
import { MAX_PAGE_SIZE } from '../../../../contract/limits.ts'
import type { Comment } from '../../../../contract/posts.ts'
import { call, callOnly, callPage } from '../../../app/api/client.ts'
import { asApiError, loadInto, type Outcome } from '../../../app/api/outcome.ts'
import type { Page } from '../../../app/api/request.ts'
import { requireObject } from '../../../app/api/responses.ts'
import { toStateError } from '../../../app/api/results.ts'
import {
  acceptedChanged,
  acceptedLoaded,
  commentRemoved,
  commentsChanged,
  moreCommentsLoaded,
  openedPost,
  postById,
  postFailed,
} from '../../../app/state/post-slice.ts'
import { readComments } from '../../../app/state/read-post.ts'
import type { Thunk } from '../../../app/state/store.ts'
import { changeLists, write } from '../write.ts'

type NewComment = { parent?: string; onAdded?: () => void }

export const addComment = (id: string, text: string, { parent, onAdded }: NewComment = {}) =>
  write(
    () => {
      const body = parent ? { text, parent } : { text }
      return watchSending(id, call('POST /api/posts/comment/:id', { params: { id }, body }))
    },
    (response) => {
      const comments = readComments(response)
      onAdded?.()
      return commentsChanged({ id, comments })
    },
    'Comment Added',
  )

const sending = new Map<string, Promise<unknown>>()

/** Settles once the reader's own comment on the post, if one is under way, has arrived. */
export const ownCommentSent = async (postId: string): Promise<void> => {
  await sending.get(postId)?.catch(() => {})
}

async function watchSending<Value>(postId: string, call: Promise<Value>): Promise<Value> {
  sending.set(postId, call)
  try {
    return await call
  } finally {
    if (sending.get(postId) === call) sending.delete(postId)
  }
}

export const accept = (id: string, commentId: string, isAccepted: boolean) =>
  write(
    () => {
      const params = { id, commentId }
      return isAccepted
        ? call('PUT /api/posts/comment/:id/:commentId/accepted', { params })
        : call('DELETE /api/posts/comment/:id/:commentId/accepted', { params })
    },
    (post) => {
      const { solved } = requireObject(post, 'solved')
      return acceptedChanged({ id, commentId, isAccepted, isSolved: solved })
    },
  )

export const removeComment = (id: string, commentId: string) =>
  write(
    () => callOnly('DELETE /api/posts/comment/:id/:commentId', { params: { id, commentId } }),
    () => changeLists(commentRemoved({ id, commentId })),
    'Comment Removed',
  )

/** A post includes only its newest comments, and an accepted one may be older. */
export const loadAccepted =
  (id: string, signal: AbortSignal): Thunk<Promise<Outcome>> =>
  async (dispatch) =>
    loadInto(
      signal,
      callPage('GET /api/posts/:id/comments', {
        params: { id },
        filters: { accepted: 'true' },
        limit: MAX_PAGE_SIZE,
        signal,
      }),
      ({ items: comments }) => dispatch(acceptedLoaded({ id, comments })),
      (error) => dispatch(postFailed(toStateError(error))),
    )

export const loadCommentsUntil =
  (id: string, isFound: (comment: Comment) => boolean, signal: AbortSignal): Thunk<Promise<Outcome>> =>
  async (dispatch, getState) => {
    for (;;) {
      const { nextComments } = getState().post
      const post = openedPost(getState().post)
      if (post?._id !== id || signal.aborted) return 'failed'
      if (post.comments.some(isFound)) return 'ready'
      const isComplete = nextComments === null && post.comments.length >= post.commentCount
      if (isComplete) return 'missing'
      const known = post.comments.length
      const errors = await dispatch(loadMoreComments(id))
      if (errors.length > 0) return 'failed'
      const { comments } = postById(getState().post, id) ?? post
      if (getState().post.nextComments === null) return comments.some(isFound) ? 'ready' : 'missing'
      if (comments.length === known) return 'missing'
    }
  }

/** Pages from the start past the comments that the post includes. */
export const loadMoreComments =
  (id: string): Thunk<Promise<FieldError[]>> =>
  async (dispatch, getState) => {
    const known = new Set(postById(getState().post, id)?.comments.map(({ _id }) => _id))
    let cursor = getState().post.nextComments
    try {
      let page: Page<Comment>
      do {
        page = await callPage('GET /api/posts/:id/comments', {
          params: { id },
          cursor,
          limit: MAX_PAGE_SIZE,
        })
        cursor = page.next
      } while (cursor && page.items.every(({ _id }) => known.has(_id)))
      dispatch(moreCommentsLoaded({ id, ...page }))
      return []
    } catch (thrown) {
      const error = asApiError(thrown)
      dispatch(postFailed(toStateError(error)))
      return error.errors
    }
  }
