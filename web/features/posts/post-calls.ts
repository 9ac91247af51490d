import type { FieldError } from '../../../contract/errors.ts'
import type { Post } from '../../../contract/posts.ts'
import { call, callOnly, callPage } from '../../app/api/client.ts'
import { asApiError, loadInto, type Outcome, requireResponse, submit } from '../../app/api/outcome.ts'
import type { Page } from '../../app/api/request.ts'
import { requireObject } from '../../app/api/responses.ts'
import { toStateError } from '../../app/api/results.ts'
import { showAlert, showErrors } from '../../app/state/alert-slice.ts'
import { withMoreComments } from '../../app/state/merge-comments.ts'
import {
  bookmarksKnown,
  feedAt,
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
import type { Thunk } from '../../app/state/store.ts'
import { changeInOrder, watchChanges } from '../../ui/change-in-order.ts'
import { keepFocus } from '../../ui/lists/focus.ts'
import { ALL, addressOfFeed, belongsTo, type Feed, feedOf, filtersOf } from './feeds.ts'
import { changeLists, write } from './write.ts'

export const likeKey = (id: string) => `like ${id}`
export const bookmarkKey = (id: string) => `bookmark ${id}`

/** A like pressed since `isCurrent` was asked for is newer than the response. */
export const withCurrentLikes =
  (post: Post, isCurrent: (key: string) => boolean): Thunk<Post> =>
  (_, getState) => {
    const known = postById(getState().post, post._id)
    if (!known || isCurrent(likeKey(post._id))) return post
    return { ...post, likes: known.likes, likeCount: known.likeCount }
  }

export const loadPosts =
  (signal: AbortSignal, feed: Feed = ALL): Thunk<Promise<Outcome>> =>
  (dispatch) => {
    const address = addressOfFeed(feed)
    const isCurrent = watchChanges()
    dispatch(feedOpened(address))
    dispatch(postsRequested())
    return loadInto(
      signal,
      callPage('GET /api/posts', { signal, filters: filtersOf(feed) }),
      ({ items, next }) => {
        const posts = items.map((post) => dispatch(withCurrentLikes(readPost(post), isCurrent)))
        dispatch(postsLoaded({ feed: address, items: posts, next }))
        dispatch(askForMarks(posts))
      },
      (error) => dispatch(postFailed(toStateError(error))),
    )
  }

export const loadMorePosts =
  (feed: Feed = ALL): Thunk<Promise<FieldError[]>> =>
  (dispatch, getState) => {
    const address = addressOfFeed(feed)
    const isCurrent = watchChanges()
    return submit(
      callPage('GET /api/posts', { cursor: feedAt(getState().post, address).next, filters: filtersOf(feed) }),
      ({ items, next }) => {
        const posts = items.map((post) => dispatch(withCurrentLikes(readPost(post), isCurrent)))
        dispatch(morePostsLoaded({ feed: address, items: posts, next }))
        dispatch(askForMarks(posts))
      },
      (error) => dispatch(postFailed(toStateError(error))),
    )
  }

/** Likes only where their list is truncated. */
const askForMarks =
  (posts: Post[]): Thunk<Promise<void>> =>
  async (dispatch, getState) => {
    const { user } = getState().auth
    const hasBookmarks = getState().auth.isAuthenticated && isExtended(getState())
    const isTruncated = ({ likes, likeCount }: Post) => likes.length < likeCount
    const asked = posts.filter((post) => hasBookmarks || isTruncated(post))
    if (asked.length === 0) return
    const isCurrent = watchChanges()
    try {
      const query = { posts: asked.map(({ _id }) => _id).join() }
      const { liked, bookmarked } = requireObject(
        await call('GET /api/marks', { query }),
        'liked',
        'bookmarked',
      )
      // The session may have ended since the call.
      if (getState().auth.user?._id !== user?._id) return
      const marks = (posts: Post[], marked: string[], keyOf: typeof likeKey) =>
        Object.fromEntries(
          posts.filter(({ _id }) => isCurrent(keyOf(_id))).map(({ _id }) => [_id, marked.includes(_id)]),
        )
      dispatch(likesKnown(marks(asked.filter(isTruncated), liked, likeKey)))
      dispatch(bookmarksKnown(marks(asked, bookmarked, bookmarkKey)))
    } catch (error) {
      // The lists of likes are used.
      asApiError(error)
    }
  }

/** Also updates the posts that are listed already. */
export const askForNewest =
  (feed: Feed): Thunk<Promise<Page<Post>>> =>
  async (dispatch) => {
    const isCurrent = watchChanges()
    const { items, next } = await callPage('GET /api/posts', { filters: filtersOf(feed) })
    const posts = items.map((post) => dispatch(withCurrentLikes(readPost(post), isCurrent)))
    keepFocus(() => dispatch(listedRefreshed(posts)))
    return { items: posts, next }
  }

export const showNewerPosts =
  (feed: Feed, page: Page<Post>): Thunk =>
  (dispatch) => {
    dispatch(newerPostsShown({ feed: addressOfFeed(feed), ...page }))
    dispatch(askForMarks(page.items))
  }

export const openPost =
  (id: string, signal: AbortSignal): Thunk<Promise<Outcome>> =>
  (dispatch, getState) => {
    const isCurrent = watchChanges()
    const commentsOf = () => postById(getState().post, id)?.comments ?? []
    const before = new Set(commentsOf().map(({ _id }) => _id))
    dispatch(postRequested(id))
    return loadInto(
      signal,
      requireResponse(call('GET /api/posts/:id', { params: { id }, signal })),
      (response) => {
        const post = dispatch(withCurrentLikes(readPost(response), isCurrent))
        const written = commentsOf().filter(({ _id }) => !before.has(_id))
        const comments = withMoreComments(post.comments, written)
        const commentCount = Math.max(post.commentCount, comments.length)
        dispatch(postLoaded({ ...post, comments, commentCount }))
        dispatch(askForMarks([post]))
      },
      (error) => dispatch(postFailed(toStateError(error))),
    )
  }

const addToLists =
  (post: Post): Thunk =>
  (dispatch, getState) => {
    const feeds = Object.keys(getState().post.feeds).filter((address) => belongsTo(post, feedOf(address)))
    dispatch(changeLists(postAdded({ post, feeds })))
  }

type NewPost = { isQuestion?: boolean; onAdded?: () => void }

/** Servers may not have questions, so only a question sends the field. */
export const addPost = (text: string, { isQuestion = false, onAdded }: NewPost = {}) =>
  write(
    () => call('POST /api/posts', { body: isQuestion ? { text, question: true } : { text } }),
    (response) => {
      const post = readPost(response)
      onAdded?.()
      return addToLists(post)
    },
    'Post Created',
  )

export const removePost =
  (id: string, onRestored?: () => void): Thunk<Promise<FieldError[]>> =>
  (dispatch, getState) => {
    const { post } = getState()
    const undo = isExtended(getState()) ? restorePost(id, feedsWith(post, id), onRestored) : undefined
    return dispatch(
      write(
        () => callOnly('DELETE /api/posts/:id', { params: { id } }),
        () => changeLists(postRemoved(id)),
        'Post Removed',
        undo,
      ),
    )
  }

const restorePost =
  (id: string, feeds: string[], onRestored?: () => void): Thunk =>
  (dispatch) => {
    submit(
      call('POST /api/posts/:id/restore', { params: { id } }),
      (post) => {
        dispatch(changeLists(postRestored({ post: readPost(post), feeds })))
        dispatch(showAlert('Post Restored', 'success'))
        onRestored?.()
      },
      ({ errors }) => dispatch(showErrors(errors)),
    )
  }

export const like = (id: string) => changeLike('PUT /api/posts/like/:id', id)
export const unlike = (id: string) => changeLike('PUT /api/posts/unlike/:id', id)

/** Optimistic; undone if the server refuses. */
const changeLike =
  (name: 'PUT /api/posts/like/:id' | 'PUT /api/posts/unlike/:id', id: string): Thunk<Promise<FieldError[]>> =>
  (dispatch, getState) => {
    const { auth, post } = getState()
    const user = auth.user?._id ?? ''
    const shown = postById(post, id)
    const willBeLiked = name === 'PUT /api/posts/like/:id'
    return submit(
      changeInOrder(likeKey(id), {
        before: shown !== undefined && isLiked(shown, post.liked[id], user),
        after: willBeLiked,
        send: async () => readLikes(await call(name, { params: { id } })),
        show: (isLiked) => dispatch(likeExpected({ id, user, isLiked })),
      }),
      (likes) => likes && dispatch(likesChanged({ id, likes, isLiked: willBeLiked })),
      (error) => dispatch(postFailed(toStateError(error))),
    )
  }
