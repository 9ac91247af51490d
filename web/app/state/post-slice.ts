import { createEntityAdapter, createSelector, createSlice, type PayloadAction } from '@reduxjs/toolkit'
import { LIKES_SHOWN } from '../../../contract/limits.ts'
import type { Comment, Like, Post } from '../../../contract/posts.ts'
import type { Page } from '../api/request.ts'
import type { StateError } from '../api/results.ts'
import { signedOut } from './auth-slice.ts'
import { plain, withCurrentComments, withMoreComments, withNewestComments } from './merge-comments.ts'
import { isLiked as isLikedNow } from './read-post.ts'

// Posts are stored once, lists have ids. Results carry the id or address: the reader may have moved on.

const adapter = createEntityAdapter<Post, string>({ selectId: ({ _id }) => _id })

type FeedState = {
  ids: string[]
  next: string | null
}

type PostState = {
  posts: ReturnType<typeof adapter.getInitialState>
  /** Those that were loaded, by address and as the reader left them; the one opened last comes last. */
  feeds: Record<string, FeedState>
  feed: string
  liked: Record<string, boolean>
  bookmarked: Record<string, boolean>
  post: string | null
  isPostGone: boolean
  nextComments: string | null
  loading: boolean
  error: StateError | null
}

const initialState: PostState = {
  posts: adapter.getInitialState(),
  feeds: {},
  feed: '/posts',
  liked: {},
  bookmarked: {},
  post: null,
  isPostGone: false,
  nextComments: null,
  loading: true,
  error: null,
}

const MAX_FEEDS = 9

type FeedPage = Page<Post> & { feed: string }
type ListedPost = { post: Post; feeds: string[] }
type CommentPage = Page<Comment> & { id: string }
type ContentEdit = { postId: string; commentId?: string; changes: object }
type AcceptedChange = { id: string; commentId: string; isAccepted: boolean; isSolved: boolean }
type LikesChange = { id: string; likes: Like[]; isLiked: boolean }

export const post = createSlice({
  name: 'post',
  initialState,
  reducers: {
    feedOpened(state, { payload: address }: PayloadAction<string>) {
      if (state.feed === address) return
      state.feed = address
      const feed = state.feeds[address]
      if (feed) keepFeed(state, address, feed)
    },
    postsRequested(state) {
      state.loading = true
      state.error = null
    },
    postsLoaded(state, { payload }: PayloadAction<FeedPage>) {
      addListed(state, payload.items)
      keepFeed(state, payload.feed, { ids: idsOf(payload.items), next: payload.next })
      for (const { _id } of payload.items) delete state.liked[_id]
      state.loading = false
      state.error = null
    },
    morePostsLoaded(state, { payload }: PayloadAction<FeedPage>) {
      const feed = state.feeds[payload.feed]
      if (!feed) return
      addListed(state, payload.items)
      feed.ids.push(...unlisted(feed, payload.items))
      feed.next = payload.next
      state.loading = false
    },
    newerPostsShown(state, { payload }: PayloadAction<FeedPage>) {
      const feed = state.feeds[payload.feed]
      if (!feed) return
      addListed(state, payload.items)
      const newer = unlisted(feed, payload.items)
      if (newer.length < payload.items.length) {
        feed.ids.unshift(...newer)
        return
      }
      // There are more between these and the list.
      Object.assign(feed, { ids: newer, next: payload.next })
      removeUnused(state)
    },
    postRefreshed(state, { payload }: PayloadAction<{ post: Post; known: string[] }>) {
      const post = state.posts.entities[payload.post._id]
      if (!post) return
      const { comments, ...changes } = payload.post
      applyChanges(post, changes)
      if (state.post !== post._id) return
      post.comments = withCurrentComments(post, comments, new Set(payload.known))
    },
    listedRefreshed(state, { payload }: PayloadAction<Post[]>) {
      for (const { comments: _few, ...changes } of payload) {
        const post = state.posts.entities[changes._id]
        if (post) applyChanges(post, changes)
      }
    },
    postGone(state, { payload: id }: PayloadAction<string>) {
      removeFromFeeds(state, id)
      if (state.post === id) state.isPostGone = true
      else adapter.removeOne(state.posts, id)
    },
    postRequested(state, { payload: id }: PayloadAction<string>) {
      state.post = id
      state.isPostGone = false
      state.nextComments = null
      state.loading = true
      state.error = null
      removeUnused(state)
    },
    postLoaded(state, { payload }: PayloadAction<Post>) {
      adapter.setOne(state.posts, payload)
      if (state.post !== payload._id) return
      state.isPostGone = false
      state.loading = false
      state.error = null
    },
    postAdded(state, { payload: { post, feeds } }: PayloadAction<ListedPost>) {
      adapter.setOne(state.posts, post)
      for (const address of feeds) state.feeds[address]?.ids.unshift(post._id)
      state.loading = false
    },
    postRemoved(state, { payload: id }: PayloadAction<string>) {
      removeFromFeeds(state, id)
      if (state.post !== id) adapter.removeOne(state.posts, id)
      state.loading = false
    },
    postRestored(state, { payload: { post, feeds } }: PayloadAction<ListedPost>) {
      adapter.setOne(state.posts, post)
      for (const address of feeds) {
        const ids = state.feeds[address]?.ids ?? []
        const place = ids.findIndex((id) => id < post._id)
        if (!ids.includes(post._id)) ids.splice(place === -1 ? ids.length : place, 0, post._id)
      }
    },
    contentEdited(state, { payload: { postId, commentId, changes } }: PayloadAction<ContentEdit>) {
      const post = state.posts.entities[postId]
      const content = commentId ? post?.comments.find(({ _id }) => _id === commentId) : post
      if (content) Object.assign(content, changes)
    },
    likesKnown(state, { payload }: PayloadAction<Record<string, boolean>>) {
      Object.assign(state.liked, payload)
    },
    bookmarksKnown(state, { payload }: PayloadAction<Record<string, boolean>>) {
      Object.assign(state.bookmarked, payload)
    },
    /** The server has not confirmed it yet, or has refused it. */
    likeExpected(state, { payload }: PayloadAction<{ id: string; user: string; isLiked: boolean }>) {
      const { id, user, isLiked } = payload
      const post = state.posts.entities[id]
      if (!post || isLikedNow(post, state.liked[id], user) === isLiked) return
      post.likes = isLiked ? [{ user }, ...post.likes] : post.likes.filter((like) => like.user !== user)
      post.likeCount += isLiked ? 1 : -1
      if (id in state.liked) state.liked[id] = isLiked
    },
    likesChanged(state, { payload }: PayloadAction<LikesChange>) {
      const { id, likes, isLiked } = payload
      const post = state.posts.entities[id]
      state.loading = false
      if (!post) return
      // The list gives the exact count unless it is truncated; then the count that the click adjusted stays.
      post.likeCount = likes.length < LIKES_SHOWN ? likes.length : Math.max(likes.length, post.likeCount)
      post.likes = likes
      if (likes.length < post.likeCount) state.liked[id] = isLiked
      else delete state.liked[id]
    },
    commentsChanged(state, { payload }: PayloadAction<{ id: string; comments: Comment[] }>) {
      const post = state.posts.entities[payload.id]
      state.loading = false
      if (!post) return
      const { comments, count, isContinuous } = withNewestComments(post, payload.comments)
      post.comments = comments
      post.commentCount = count
      if (state.post === payload.id && !isContinuous) state.nextComments = null
    },
    moreCommentsLoaded(state, { payload }: PayloadAction<CommentPage>) {
      const post = state.posts.entities[payload.id]
      if (!post || state.post !== payload.id) return
      post.comments = withMoreComments(post.comments, payload.items)
      state.nextComments = payload.next
    },
    acceptedLoaded(state, { payload: { id, comments } }: PayloadAction<{ id: string; comments: Comment[] }>) {
      const post = state.posts.entities[id]
      if (post) post.comments = withMoreComments(post.comments, comments)
    },
    commentRemoved(state, { payload }: PayloadAction<{ id: string; commentId: string }>) {
      const post = state.posts.entities[payload.id]
      state.loading = false
      if (!post) return
      const comments = plain(post.comments)
      const removed = comments.find(({ _id }) => _id === payload.commentId)
      if (!removed) return
      post.comments = comments.filter((comment) => comment !== removed)
      post.commentCount -= 1
      if (removed.accepted) post.solved = post.comments.some(({ accepted }) => accepted)
    },
    acceptedChanged(state, { payload }: PayloadAction<AcceptedChange>) {
      const post = state.posts.entities[payload.id]
      state.loading = false
      if (!post) return
      post.solved = payload.isSolved
      const comment = post.comments.find(({ _id }) => _id === payload.commentId)
      if (comment) comment.accepted = payload.isAccepted
    },
    postFailed(state, { payload }: PayloadAction<StateError>) {
      state.error = payload
      state.loading = false
    },
  },
  extraReducers: (builder) => builder.addCase(signedOut, () => initialState),
})

const idsOf = (posts: Post[]): string[] => posts.map(({ _id }) => _id)

function keepFeed(state: PostState, address: string, feed: FeedState): void {
  delete state.feeds[address]
  const [oldest = ''] = Object.keys(state.feeds)
  if (Object.keys(state.feeds).length >= MAX_FEEDS) delete state.feeds[oldest]
  state.feeds[address] = feed
  removeUnused(state)
}

function unlisted({ ids }: FeedState, posts: Post[]): string[] {
  const listed = new Set(ids)
  return idsOf(posts).filter((id) => !listed.has(id))
}

function addListed(state: PostState, posts: Post[]): void {
  const opened = openedPost(state)
  adapter.setMany(
    state.posts,
    posts.map((post) => (post._id === opened?._id ? { ...post, comments: opened.comments } : post)),
  )
}

function removeUnused(state: PostState): void {
  const used = new Set([state.post, ...Object.values(state.feeds).flatMap(({ ids }) => ids)])
  adapter.removeMany(
    state.posts,
    state.posts.ids.filter((id) => !used.has(id)),
  )
}

function removeFromFeeds(state: PostState, removed: string): void {
  for (const feed of Object.values(state.feeds)) feed.ids = feed.ids.filter((id) => id !== removed)
}

function applyChanges(post: Post, changes: Omit<Post, 'comments'>): void {
  const differing = Object.entries(changes).filter(
    ([key, value]) => JSON.stringify(value) !== JSON.stringify(post[key as keyof Post]),
  )
  Object.assign(post, Object.fromEntries(differing))
}

const EMPTY: FeedState = { ids: [], next: null }

export const feedAt = ({ feeds }: PostState, address: string): FeedState => feeds[address] ?? EMPTY

export const feedsWith = ({ feeds }: PostState, id: string): string[] =>
  Object.keys(feeds).filter((address) => feeds[address]?.ids.includes(id))

export const postsAt = createSelector(
  [({ posts }: PostState) => posts.entities, (state, address: string) => feedAt(state, address).ids],
  (posts, ids) => ids.flatMap((id) => posts[id] ?? []),
)

export const listedPosts = (state: PostState): Post[] => postsAt(state, state.feed)

export const postById = ({ posts }: PostState, id: string): Post | undefined => posts.entities[id]

export const openedPost = (state: PostState): Post | undefined =>
  state.post === null ? undefined : postById(state, state.post)

export const {
  acceptedChanged,
  acceptedLoaded,
  bookmarksKnown,
  feedOpened,
  likeExpected,
  postsRequested,
  postsLoaded,
  morePostsLoaded,
  newerPostsShown,
  postRefreshed,
  listedRefreshed,
  postGone,
  postRequested,
  postLoaded,
  postAdded,
  postRemoved,
  postRestored,
  contentEdited,
  likesKnown,
  likesChanged,
  commentsChanged,
  moreCommentsLoaded,
  commentRemoved,
  postFailed,
} = post.actions
