import { createSlice, type PayloadAction } from '@reduxjs/toolkit'
import { COMMENT_BYTES_SHOWN, COMMENTS_SHOWN, LIKES_SHOWN, MAX_LENGTH } from '../../contract/limits.ts'
import type { Comment, Like, Post } from '../../contract/posts.ts'
import { signedOut } from '../accounts/auth-slice.ts'
import type { Page } from '../api.ts'
import type { StateError } from '../outcome.ts'
import { isLiked as isLikedNow } from './read-post.ts'

export type PostState = {
  posts: Post[]
  /** Where the next page of posts begins; null at the end. */
  nextPosts: string | null
  /** Whether the reader likes a post, where its list of likes is too short to tell. */
  liked: Record<string, boolean>
  post: Post | null
  /** Where the next page of the open post's comments begins; null before the first and after the last. */
  nextComments: string | null
  loading: boolean
  error: StateError | null
}

const initialState: PostState = {
  posts: [],
  nextPosts: null,
  liked: {},
  post: null,
  nextComments: null,
  loading: true,
  error: null,
}

type LikesChange = { id: string; likes: Like[]; wasLiked: boolean; isLiked: boolean }

export const post = createSlice({
  name: 'post',
  initialState,
  reducers: {
    postsRequested(state) {
      state.loading = true
      state.error = null
    },
    postsLoaded(state, { payload }: PayloadAction<Page<Post>>) {
      state.posts = payload.items
      state.nextPosts = payload.next
      state.liked = {}
      state.loading = false
      state.error = null
    },
    morePostsLoaded(state, { payload }: PayloadAction<Page<Post>>) {
      append(state.posts, payload.items)
      state.nextPosts = payload.next
      state.loading = false
    },
    /** Another post is about to open: what the feed knows of it is shown first, and never the last one in its place. */
    postRequested(state, { payload: id }: PayloadAction<string>) {
      if (state.post?._id !== id) state.post = state.posts.find(({ _id }) => _id === id) ?? null
      state.nextComments = null
      state.loading = true
      state.error = null
    },
    postLoaded(state, { payload }: PayloadAction<Post>) {
      state.post = payload
      state.loading = false
      state.error = null
    },
    postAdded(state, { payload }: PayloadAction<Post>) {
      state.posts.unshift(payload)
      state.loading = false
    },
    postRemoved(state, { payload: id }: PayloadAction<string>) {
      state.posts = state.posts.filter(({ _id }) => _id !== id)
      state.loading = false
    },
    entryEdited(state, { payload: { _id, changes } }: PayloadAction<{ _id: string; changes: object }>) {
      for (const post of state.post ? [...state.posts, state.post] : state.posts) {
        for (const entry of [post, ...post.comments]) if (entry._id === _id) Object.assign(entry, changes)
      }
    },
    marksLoaded(state, { payload: { asked, liked } }: PayloadAction<{ asked: string[]; liked: string[] }>) {
      for (const id of asked) state.liked[id] = liked.includes(id)
    },
    /** A like, or its end, that the server has not confirmed yet, or has refused. */
    likeExpected(state, { payload }: PayloadAction<{ id: string; user: string; isLiked: boolean }>) {
      const post = state.posts.find(({ _id }) => _id === payload.id)
      if (!post) return
      const { id, user, isLiked } = payload
      const wasLiked = isLikedNow(post, state.liked[id], user)
      if (wasLiked === isLiked) return
      post.likes = isLiked ? [{ user }, ...post.likes] : post.likes.filter((like) => like.user !== user)
      post.likeCount += isLiked ? 1 : -1
      if (id in state.liked) state.liked[id] = isLiked
    },
    likesChanged(state, { payload }: PayloadAction<LikesChange>) {
      const post = state.posts.find(({ _id }) => _id === payload.id)
      if (!post) return
      const { likes, wasLiked, isLiked } = payload
      const expected = post.likeCount + Number(isLiked) - Number(wasLiked)
      // The list gives the exact count unless it was cut short; then the stored count is adjusted.
      post.likeCount = likes.length < LIKES_SHOWN ? likes.length : Math.max(likes.length, expected)
      post.likes = likes
      if (likes.length < post.likeCount) state.liked[payload.id] = isLiked
      else delete state.liked[payload.id]
      state.loading = false
    },
    commentsChanged(state, { payload: comments }: PayloadAction<Comment[]>) {
      if (!state.post) return
      const older = mayBeCut(comments) ? olderThan(comments.at(-1), state.post.comments) : []
      state.post.commentCount = mayBeCut(comments) ? state.post.commentCount + 1 : comments.length
      state.post.comments = [...comments, ...older]
      // Without the older ones, paging has to begin anew.
      if (older.length === 0) state.nextComments = null
      state.loading = false
      countInFeed(state)
    },
    moreCommentsLoaded(state, { payload }: PayloadAction<Page<Comment>>) {
      if (state.post) append(state.post.comments, payload.items)
      state.nextComments = payload.next
    },
    commentRemoved(state, { payload: id }: PayloadAction<string>) {
      if (!state.post) return
      state.post.comments = state.post.comments.filter(({ _id }) => _id !== id)
      state.post.commentCount -= 1
      state.loading = false
      countInFeed(state)
    },
    postFailed(state, { payload }: PayloadAction<StateError>) {
      state.error = payload
      state.loading = false
    },
  },
  extraReducers: (builder) => builder.addCase(signedOut, () => initialState),
})

function append<Item extends { _id: string }>(list: Item[], more: Item[]): void {
  const known = new Set(list.map(({ _id }) => _id))
  list.push(...more.filter(({ _id }) => !known.has(_id)))
}

const bytes = new TextEncoder()
const LONGEST_COMMENT = 4 * MAX_LENGTH.post

/** Whether the server may have left out older comments: it sends so many, and so many bytes of text. */
function mayBeCut(comments: Comment[]): boolean {
  const size = comments.reduce((sum, { text }) => sum + bytes.encode(text).length, 0)
  return comments.length >= COMMENTS_SHOWN || size + LONGEST_COMMENT > COMMENT_BYTES_SHOWN
}

/** The comments after this one; none where it is not among them. */
function olderThan(last: Comment | undefined, comments: Comment[]): Comment[] {
  const at = comments.findIndex(({ _id }) => _id === last?._id)
  return at === -1 ? [] : comments.slice(at + 1)
}

function countInFeed({ post, posts }: PostState): void {
  const same = posts.find(({ _id }) => _id === post?._id)
  if (same && post) same.commentCount = post.commentCount
}

export const {
  likeExpected,
  postsRequested,
  postsLoaded,
  morePostsLoaded,
  postRequested,
  postLoaded,
  postAdded,
  postRemoved,
  entryEdited,
  marksLoaded,
  likesChanged,
  commentsChanged,
  moreCommentsLoaded,
  commentRemoved,
  postFailed,
} = post.actions
