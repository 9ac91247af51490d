import { MAX_PAGE_SIZE } from '../../contract/limits.ts'
import type { Comment, Post } from '../../contract/posts.ts'
import { showAlert } from '../alerts/alert-slice.ts'
import { call, callOnly, callPage, type FieldError, type Page } from '../api.ts'
import { asApiError, type Outcome, requireAnswer, settle, submit, toStateError } from '../outcome.ts'
import type { Thunk } from '../store.ts'
import {
  commentRemoved,
  commentsChanged,
  likeExpected,
  likesChanged,
  marksLoaded,
  moreCommentsLoaded,
  morePostsLoaded,
  postAdded,
  postFailed,
  postLoaded,
  postRemoved,
  postRequested,
  postsLoaded,
  postsRequested,
} from './post-slice.ts'
import { isLiked, readLikes, readPost } from './read-post.ts'

export const loadPosts =
  (signal: AbortSignal): Thunk<Promise<Outcome>> =>
  (dispatch) => {
    dispatch(postsRequested())
    return settle(
      signal,
      callPage('GET /api/posts', { signal }),
      ({ items, next }) => {
        const posts = items.map(readPost)
        dispatch(postsLoaded({ items: posts, next }))
        dispatch(askForMarks(posts))
      },
      (error) => dispatch(postFailed(toStateError(error))),
    )
  }

export const loadMorePosts = (): Thunk<Promise<FieldError[]>> => (dispatch, getState) =>
  submit(
    callPage('GET /api/posts', { cursor: getState().post.nextPosts }),
    ({ items, next }) => {
      const posts = items.map(readPost)
      dispatch(morePostsLoaded({ items: posts, next }))
      dispatch(askForMarks(posts))
    },
    (error) => dispatch(postFailed(toStateError(error))),
  )

/** Asks what is liked where the list of likes is cut. Should that fail, the lists say what they can. */
const askForMarks =
  (posts: Post[]): Thunk<Promise<void>> =>
  async (dispatch) => {
    const asked = posts.filter(({ likes, likeCount }) => likes.length < likeCount).map(({ _id }) => _id)
    if (asked.length === 0) return
    try {
      const { liked } = await call('GET /api/marks', { query: { posts: asked.join() } })
      dispatch(marksLoaded({ asked, liked }))
    } catch (error) {
      asApiError(error)
    }
  }

export const openPost =
  (id: string, signal: AbortSignal): Thunk<Promise<Outcome>> =>
  (dispatch) => {
    dispatch(postRequested(id))
    return settle(
      signal,
      requireAnswer(call('GET /api/posts/:id', { params: { id }, signal })),
      (post) => dispatch(postLoaded(readPost(post))),
      (error) => dispatch(postFailed(toStateError(error))),
    )
  }

/** A write of posts or comments: it succeeds with an alert, and fails into the state without one. */
function write<Value>(
  ask: () => Promise<Value>,
  done: (value: Value) => Parameters<Parameters<Thunk>[0]>[0],
  successMessage?: string,
): Thunk<Promise<FieldError[]>> {
  return (dispatch) =>
    submit(
      ask(),
      (value) => {
        dispatch(done(value))
        if (successMessage) dispatch(showAlert(successMessage, 'success'))
      },
      (error) => dispatch(postFailed(toStateError(error))),
    )
}

export const addPost = (text: string) =>
  write(
    () => call('POST /api/posts', { body: { text } }),
    (post) => postAdded(readPost(post)),
    'Post Created',
  )

export const removePost = (id: string) =>
  write(
    () => callOnly('DELETE /api/posts/:id', { params: { id } }),
    () => postRemoved(id),
    'Post Removed',
  )

export const like = (id: string) => changeLike('PUT /api/posts/like/:id', id)
export const unlike = (id: string) => changeLike('PUT /api/posts/unlike/:id', id)

/** How often each post was liked or unliked here, by id. */
const turns = new Map<string, number>()

function nextTurn(id: string): number {
  const turn = (turns.get(id) ?? 0) + 1
  turns.set(id, turn)
  return turn
}

/** Shown at once, and taken back where the server refuses. */
const changeLike =
  (name: 'PUT /api/posts/like/:id' | 'PUT /api/posts/unlike/:id', id: string): Thunk<Promise<FieldError[]>> =>
  (dispatch, getState) => {
    const { auth, post } = getState()
    const shown = post.posts.find(({ _id }) => _id === id)
    const wasLiked = shown !== undefined && isLiked(shown, post.liked[id], auth.user?._id)
    const willBeLiked = name === 'PUT /api/posts/like/:id'
    const turn = nextTurn(id)
    dispatch(likeExpected({ id, user: auth.user?._id ?? '', isLiked: willBeLiked }))
    return submit(
      call(name, { params: { id } }),
      (likes) => {
        // An answer that was overtaken by another press says nothing about what is shown now.
        if (turns.get(id) !== turn) return
        dispatch(likesChanged({ id, likes: readLikes(likes), wasLiked: willBeLiked, isLiked: willBeLiked }))
      },
      (error) => {
        if (shown && turns.get(id) === turn) {
          dispatch(likeExpected({ id, user: auth.user?._id ?? '', isLiked: wasLiked }))
        }
        dispatch(postFailed(toStateError(error)))
      },
    )
  }

export const addComment = (id: string, text: string) =>
  write(
    () => call('POST /api/posts/comment/:id', { params: { id }, body: { text } }),
    commentsChanged,
    'Comment Added',
  )

export const removeComment = (id: string, commentId: string) =>
  write(
    () => callOnly('DELETE /api/posts/comment/:id/:commentId', { params: { id, commentId } }),
    () => commentRemoved(commentId),
    'Comment Removed',
  )

/**
 * A post brings its newest comments along. Older ones are reached by paging from the start
 * past those that are here already.
 */
export const loadMoreComments =
  (id: string): Thunk<Promise<FieldError[]>> =>
  async (dispatch, getState) => {
    const known = new Set(getState().post.post?.comments.map(({ _id }) => _id))
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
      if (getState().post.post?._id !== id) return []
      dispatch(moreCommentsLoaded(page))
      return []
    } catch (thrown) {
      const error = asApiError(thrown)
      dispatch(postFailed(toStateError(error)))
      return error.errors
    }
  }
