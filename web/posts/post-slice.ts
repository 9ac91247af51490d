import { createSlice, type PayloadAction } from '@reduxjs/toolkit'
import { COMMENTS_SHOWN, LIKES_SHOWN } from '../../contract/limits.ts'
import type { Comment, Like, Post } from '../../contract/posts.ts'
import { signedOut } from '../accounts/auth-slice.ts'
import type { Page } from '../api.ts'
import type { StateError } from '../outcome.ts'

export type PostState = {
  posts: Post[]
  /** Where the next page of posts begins; null at the end. */
  nextPosts: string | null
  post: Post | null
  /** Where the next page of the open post's comments begins; null before the first and after the last. */
  nextComments: string | null
  loading: boolean
  error: StateError | null
}

const initialState: PostState = {
  posts: [],
  nextPosts: null,
  post: null,
  nextComments: null,
  loading: true,
  error: null,
}

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
      state.loading = false
      state.error = null
    },
    morePostsLoaded(state, { payload }: PayloadAction<Page<Post>>) {
      append(state.posts, payload.items)
      state.nextPosts = payload.next
      state.loading = false
    },
    /** Another post is about to open: the last one must not be seen in its place. */
    postRequested(state, { payload: id }: PayloadAction<string>) {
      if (state.post?._id !== id) state.post = null
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
    likesChanged(state, { payload }: PayloadAction<{ id: string; likes: Like[]; change: number }>) {
      const post = state.posts.find(({ _id }) => _id === payload.id)
      if (!post) return
      post.likeCount = exactCount(payload.likes.length, LIKES_SHOWN, post.likeCount + payload.change)
      post.likes = payload.likes
      state.loading = false
    },
    commentsChanged(state, { payload: comments }: PayloadAction<Comment[]>) {
      if (!state.post) return
      state.post.commentCount = exactCount(comments.length, COMMENTS_SHOWN, state.post.commentCount + 1)
      state.post.comments = comments
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

/** A list tells its count as long as it is whole; a cut one needs the count kept beside it. */
function exactCount(length: number, most: number, kept: number): number {
  return length < most ? length : Math.max(most, kept)
}

function countInFeed({ post, posts }: PostState): void {
  const same = posts.find(({ _id }) => _id === post?._id)
  if (same && post) same.commentCount = post.commentCount
}

export const {
  postsRequested,
  postsLoaded,
  morePostsLoaded,
  postRequested,
  postLoaded,
  postAdded,
  postRemoved,
  likesChanged,
  commentsChanged,
  moreCommentsLoaded,
  commentRemoved,
  postFailed,
} = post.actions
