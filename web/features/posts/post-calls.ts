import type { Post } from '../../../contract/posts.ts'
import { call, callOnly, callPage, type FieldError, type Page, requireObject } from '../../app/api/client.ts'
import {
  asApiError,
  loadInto,
  type Outcome,
  requireResponse,
  submit,
  toStateError,
} from '../../app/api/outcome.ts'
import { showAlert, showErrors } from '../../app/state/alert-slice.ts'
import { api } from '../../app/state/api.ts'
import {
  feedAt,
  feedOpened,
  feedsWith,
  likeExpected,
  likesChanged,
  listedRefreshed,
  marksLoaded,
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
import type { Thunk } from '../../app/state/store.ts'
import { keepPlace } from '../../ui/lists/keep-place.ts'
import { ALL, addressOfFeed, type Feed, filtersOf } from './feeds.ts'
import { write } from './write.ts'

export const loadPosts =
  (signal: AbortSignal, feed: Feed = ALL): Thunk<Promise<Outcome>> =>
  (dispatch) => {
    const address = addressOfFeed(feed)
    dispatch(feedOpened(address))
    dispatch(postsRequested())
    return loadInto(
      signal,
      callPage('GET /api/posts', { signal, filters: filtersOf(feed) }),
      ({ items, next }) => {
        const posts = items.map(readPost)
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
    return submit(
      callPage('GET /api/posts', { cursor: feedAt(getState().post, address).next, filters: filtersOf(feed) }),
      ({ items, next }) => {
        const posts = items.map(readPost)
        dispatch(morePostsLoaded({ feed: address, items: posts, next }))
        dispatch(askForMarks(posts))
      },
      (error) => dispatch(postFailed(toStateError(error))),
    )
  }

/** Only where the list of likes is truncated. If this fails, the list is used. */
const askForMarks =
  (posts: Post[]): Thunk<Promise<void>> =>
  async (dispatch) => {
    const asked = posts.filter(({ likes, likeCount }) => likes.length < likeCount).map(({ _id }) => _id)
    if (asked.length === 0) return
    try {
      const marks = await call('GET /api/marks', { query: { posts: asked.join() } })
      const { liked } = requireObject(marks, 'liked')
      dispatch(marksLoaded({ asked, liked }))
    } catch (error) {
      asApiError(error)
    }
  }

/** Also updates the posts that are listed already. */
export const askForNewest =
  (feed: Feed): Thunk<Promise<Page<Post>>> =>
  async (dispatch) => {
    const before = new Map(turns)
    const { items, next } = await callPage('GET /api/posts', { filters: filtersOf(feed) })
    const posts = items.map(readPost)
    const current = posts.filter(({ _id }) => turns.get(_id) === before.get(_id))
    keepPlace(() => dispatch(listedRefreshed(current)))
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
  (dispatch) => {
    dispatch(postRequested(id))
    return loadInto(
      signal,
      requireResponse(call('GET /api/posts/:id', { params: { id }, signal })),
      (post) => dispatch(postLoaded(readPost(post))),
      (error) => dispatch(postFailed(toStateError(error))),
    )
  }

/** Servers may not have questions, so only a question sends the field. */
export const addPost = (text: string, isQuestion = false) =>
  write(
    () => call('POST /api/posts', { body: isQuestion ? { text, question: true } : { text } }),
    (post) => postAdded(readPost(post)),
    'Post Created',
  )

export const removePost =
  (id: string, onRestored?: () => void): Thunk<Promise<FieldError[]>> =>
  (dispatch, getState) => {
    const { auth, post } = getState()
    // Servers without handles cannot restore posts either.
    const undo = auth.user?.handle ? restorePost(id, feedsWith(post, id), onRestored) : undefined
    return dispatch(
      write(
        () => callOnly('DELETE /api/posts/:id', { params: { id } }),
        () => postRemoved(id),
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
        dispatch(postRestored({ post: readPost(post), feeds }))
        dispatch(api.util.invalidateTags(['posts']))
        dispatch(showAlert('Post Restored', 'success'))
        onRestored?.()
      },
      ({ errors }) => dispatch(showErrors(errors)),
    )
  }

export const like = (id: string) => changeLike('PUT /api/posts/like/:id', id)
export const unlike = (id: string) => changeLike('PUT /api/posts/unlike/:id', id)

/** How often the reader has liked or unliked each post here. */
const turns = new Map<string, number>()

export const likeTurnOf = (id: string): number | undefined => turns.get(id)

function nextTurn(id: string): number {
  const turn = (turns.get(id) ?? 0) + 1
  turns.set(id, turn)
  return turn
}

/** Optimistic; undone if the server refuses. */
const changeLike =
  (name: 'PUT /api/posts/like/:id' | 'PUT /api/posts/unlike/:id', id: string): Thunk<Promise<FieldError[]>> =>
  (dispatch, getState) => {
    const { auth, post } = getState()
    const shown = postById(post, id)
    const wasLiked = shown !== undefined && isLiked(shown, post.liked[id], auth.user?._id)
    const willBeLiked = name === 'PUT /api/posts/like/:id'
    const turn = nextTurn(id)
    dispatch(likeExpected({ id, user: auth.user?._id ?? '', isLiked: willBeLiked }))
    return submit(
      call(name, { params: { id } }),
      (likes) => {
        // A response overtaken by another press says nothing about the current state.
        if (turns.get(id) !== turn) return
        dispatch(likesChanged({ id, likes: readLikes(likes), isLiked: willBeLiked }))
      },
      (error) => {
        if (shown && turns.get(id) === turn) {
          dispatch(likeExpected({ id, user: auth.user?._id ?? '', isLiked: wasLiked }))
        }
        dispatch(postFailed(toStateError(error)))
      },
    )
  }
