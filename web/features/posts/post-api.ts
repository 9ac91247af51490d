import type { UnknownAction } from '@reduxjs/toolkit'
import type { FieldError } from '../../../contract/errors.ts'
import type { Post } from '../../../contract/posts.ts'
import { api, mutation, page, query } from '../../app/api/api.ts'
import type { ArgOf, Page } from '../../app/api/request.ts'
import { requireFound, requireObject } from '../../app/api/responses.ts'
import { type CallError, fieldErrors, toCallError, toStateError } from '../../app/api/results.ts'
import { alertErrors, showAlert } from '../../app/state/alert-slice.ts'
import { withMoreComments } from '../../app/state/merge-comments.ts'
import {
  bookmarksKnown,
  commentRemoved,
  feedOpened,
  feedsWith,
  likeExpected,
  likesChanged,
  likesKnown,
  listedRefreshed,
  morePostsLoaded,
  newerPostsShown,
  postAdded,
  postById,
  postFailed,
  postLoaded,
  postRemoved,
  postRequested,
  postRestored,
  postsLoaded,
  postsRequested,
} from '../../app/state/post-slice.ts'
import { isLiked, readLikes, readPost } from '../../app/state/read-post.ts'
import { isExtended } from '../../app/state/site-slice.ts'
import type { Dispatch, State, Thunk } from '../../app/state/store.ts'
import { changeInOrder, watchChanges } from '../../ui/change-in-order.ts'
import { keepFocus } from '../../ui/lists/focus.ts'
import { addressOfFeed, belongsTo, type Feed, feedOf, filtersOf, readFeed } from './feeds.ts'

type Store = { dispatch: Dispatch; getState: () => State }
type IsCurrent = ReturnType<typeof watchChanges>

const likeKey = (id: string) => `like ${id}`
export const bookmarkKey = (id: string) => `bookmark ${id}`

/** Without an alert, as the specification says. */
export const storeFailure = (error: CallError, { dispatch }: Pick<Store, 'dispatch'>) =>
  dispatch(postFailed(toStateError(error)))

export const changeLists =
  (action: UnknownAction): Thunk =>
  (dispatch) => {
    dispatch(action)
    dispatch(api.util.invalidateTags(['posts']))
  }

export function withCurrentLikes(post: Post, isCurrent: IsCurrent, state: State): Post {
  const known = postById(state.post, post._id)
  if (!known || isCurrent(likeKey(post._id))) return post
  return { ...post, likes: known.likes, likeCount: known.likeCount }
}

const readPosts = (items: Post[]) => items.map(readPost)
const readFound = (post: Post) => readPost(requireFound(post))

const feedIn = (sent: ArgOf<'GET /api/posts'>): Feed => readFeed(String(new URLSearchParams(sent?.query)))

const postApi = api.injectEndpoints({
  endpoints: (build) => ({
    posts: page(build, 'GET /api/posts', {
      keepUnusedDataFor: 0,
      read: readPosts,
      onStart({ sent, dispatch }) {
        if (!sent?.cursor) {
          dispatch(feedOpened(addressOfFeed(feedIn(sent))))
          dispatch(postsRequested())
        }
        return watchChanges()
      },
      onDone({ items, next }, { sent, started: isCurrent, dispatch, getState }) {
        const posts = items.map((post) => withCurrentLikes(post, isCurrent, getState()))
        const loaded = { feed: addressOfFeed(feedIn(sent)), items: posts, next }
        dispatch(sent?.cursor ? morePostsLoaded(loaded) : postsLoaded(loaded))
        dispatch(loadMarks(posts))
      },
      onFail: storeFailure,
    }),
    newestPosts: page(build, 'GET /api/posts', {
      keepUnusedDataFor: 0,
      read: readPosts,
      onStart: watchChanges,
      onDone({ items }, { started: isCurrent, dispatch, getState }) {
        const posts = items.map((post) => withCurrentLikes(post, isCurrent, getState()))
        keepFocus(() => dispatch(listedRefreshed(posts)))
      },
    }),
    post: query(build, 'GET /api/posts/:id', {
      keepUnusedDataFor: 0,
      read: readFound,
      onStart({ sent: { params }, dispatch, getState }) {
        const known = new Set(commentsOf(getState(), params.id).map(({ _id }) => _id))
        dispatch(postRequested(params.id))
        return { isCurrent: watchChanges(), known }
      },
      onDone(response, { started: { isCurrent, known }, dispatch, getState }) {
        const post = withCurrentLikes(response, isCurrent, getState())
        const written = commentsOf(getState(), post._id).filter(({ _id }) => !known.has(_id))
        const comments = withMoreComments(post.comments, written)
        const commentCount = Math.max(post.commentCount, comments.length)
        dispatch(postLoaded({ ...post, comments, commentCount }))
        dispatch(loadMarks([post]))
      },
      onFail: storeFailure,
    }),
    postAgain: query(build, 'GET /api/posts/:id', { keepUnusedDataFor: 0, read: readFound }),
    marks: query(build, 'GET /api/marks', {
      keepUnusedDataFor: 0,
      read: (marks) => requireObject(marks, 'liked', 'bookmarked'),
    }),
    addPost: mutation(build, 'POST /api/posts', {
      read: readPost,
      onDone(post, { dispatch, getState }) {
        const addresses = Object.keys(getState().post.feeds)
        const feeds = addresses.filter((address) => belongsTo(post, feedOf(address)))
        dispatch(changeLists(postAdded({ post, feeds })))
        dispatch(showAlert('Post Created', 'success'))
      },
      onFail: storeFailure,
    }),
    deletePost: mutation(build, 'DELETE /api/posts/:id', {
      onDone: (_, { sent, dispatch }) => dispatch(changeLists(postRemoved(sent.params.id))),
      onFail: storeFailure,
    }),
    restorePost: mutation(build, 'POST /api/posts/:id/restore', { read: readPost, onFail: alertErrors }),
    like: mutation(build, 'PUT /api/posts/like/:id', { read: readLikes }),
    unlike: mutation(build, 'PUT /api/posts/unlike/:id', { read: readLikes }),
    report: mutation(build, 'POST /api/reports', {
      onDone: (_, { dispatch }) => dispatch(showAlert('Report Sent', 'success')),
    }),
    removeAsModerator: mutation(build, 'POST /api/admin/removals', {
      onDone(_, { sent: { body }, dispatch }) {
        const id = body.post ?? ''
        const { comment: commentId } = body
        dispatch(changeLists(commentId ? commentRemoved({ id, commentId }) : postRemoved(id)))
        dispatch(showAlert(commentId ? 'Comment Removed' : 'Post Removed', 'success'))
      },
    }),
  }),
})

const { deletePost, like, marks, postAgain, restorePost, unlike } = postApi.endpoints

const commentsOf = (state: State, id: string) => postById(state.post, id)?.comments ?? []

/** Likes only where their list is truncated. If it fails, the lists of likes are used. */
const loadMarks =
  (posts: Post[]): Thunk<Promise<void>> =>
  async (dispatch, getState) => {
    const hasBookmarks = isExtended(getState()) && getState().auth.user !== null
    const isTruncated = ({ likes, likeCount }: Post) => likes.length < likeCount
    const asked = posts.filter((post) => hasBookmarks || isTruncated(post))
    if (asked.length === 0) return
    const isCurrent = watchChanges()
    const sent = { query: { posts: asked.map(({ _id }) => _id).join() } }
    const { data } = await dispatch(marks.initiate(sent, { subscribe: false, forceRefetch: true }))
    if (!data) return
    const marked = (posts: Post[], ids: string[], keyOf: typeof likeKey) =>
      Object.fromEntries(
        posts.filter(({ _id }) => isCurrent(keyOf(_id))).map(({ _id }) => [_id, ids.includes(_id)]),
      )
    dispatch(likesKnown(marked(asked.filter(isTruncated), data.liked, likeKey)))
    dispatch(bookmarksKnown(marked(asked, data.bookmarked, bookmarkKey)))
  }

export const inFeed = (feed: Feed) => ({ query: filtersOf(feed) })

export const showNewerPosts =
  (feed: Feed, { items, next }: Page<Post>): Thunk =>
  (dispatch, getState) => {
    // What is known has changed since the page was loaded.
    const posts = items.map((post) => postById(getState().post, post._id) ?? post)
    dispatch(newerPostsShown({ feed: addressOfFeed(feed), items: posts, next }))
    dispatch(loadMarks(posts))
  }

/** Null if it was deleted or hidden, undefined if that is not known. */
export const loadPostAgain =
  (id: string): Thunk<Promise<Post | null | undefined>> =>
  async (dispatch) => {
    const asked = postAgain.initiate({ params: { id } }, { subscribe: false, forceRefetch: true })
    const { data, error } = await dispatch(asked)
    return data ?? (error && toCallError(error).status === 404 ? null : undefined)
  }

export const removePost =
  (id: string, onRestored?: () => void): Thunk<Promise<FieldError[]>> =>
  async (dispatch, getState) => {
    const feeds = feedsWith(getState().post, id)
    const { error } = await dispatch(deletePost.initiate({ params: { id } }))
    if (error) return fieldErrors(error)
    const undo = isExtended(getState()) ? restore(id, feeds, onRestored) : undefined
    dispatch(showAlert('Post Removed', 'success', undefined, undo))
    return []
  }

const restore =
  (id: string, feeds: string[], onRestored?: () => void): Thunk<Promise<void>> =>
  async (dispatch) => {
    const { data: post } = await dispatch(restorePost.initiate({ params: { id } }))
    if (!post) return
    dispatch(changeLists(postRestored({ post, feeds })))
    dispatch(showAlert('Post Restored', 'success'))
    onRestored?.()
  }

export const setLiked =
  (id: string, willBeLiked: boolean): Thunk<Promise<FieldError[]>> =>
  async (dispatch, getState) => {
    const { auth, post } = getState()
    const user = auth.user?._id ?? ''
    const shown = postById(post, id)
    const { data: likes, error } = await changeInOrder(likeKey(id), {
      before: shown !== undefined && isLiked(shown, post.liked[id], user),
      after: willBeLiked,
      send: () => dispatch((willBeLiked ? like : unlike).initiate({ params: { id } })),
      show: (isLiked) => dispatch(likeExpected({ id, user, isLiked })),
    })
    if (likes) dispatch(likesChanged({ id, likes, isLiked: willBeLiked }))
    if (error) storeFailure(toCallError(error), { dispatch })
    return fieldErrors(error)
  }

export const {
  usePostsQuery,
  useLazyPostsQuery,
  useLazyNewestPostsQuery,
  usePostQuery,
  useAddPostMutation,
  useReportMutation,
  useRemoveAsModeratorMutation,
} = postApi
export const { addPost, post: openPost, posts: loadPosts } = postApi.endpoints
