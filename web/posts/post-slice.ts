import { createEntityAdapter, createSelector, createSlice, type PayloadAction } from '@reduxjs/toolkit'
import { LIKES_SHOWN } from '../../contract/limits.ts'
import type { Comment, Like, Post } from '../../contract/posts.ts'
import { signedOut } from '../accounts/auth-slice.ts'
import type { Page } from '../client.ts'
import type { StateError } from '../outcome.ts'
import { addSlice } from '../store.ts'
import { plain, withCurrentComments, withMoreComments, withNewestComments } from './merge-comments.ts'
import { isLiked as isLikedNow } from './read-post.ts'

// Every post is stored once, and lists contain ids. Every result of a call carries the id of its post, or the address
// of its feed, because the reader may have moved on before it arrives.

const adapter = createEntityAdapter<Post, string>({ selectId: ({ _id }) => _id })

type FeedState = {
  ids: string[]
  /** Where the next page begins; null at the end. */
  next: string | null
}

type PostState = {
  /** All loaded posts by id. */
  posts: ReturnType<typeof adapter.getInitialState>
  /** The feeds by address, as the reader left them; the one that was opened last comes last. */
  feeds: Record<string, FeedState>
  /** The address of the feed that was opened last. */
  feed: string
  /** Whether the reader likes a post, where its list of likes is too short to tell. */
  liked: Record<string, boolean>
  /** The id of the open post. */
  post: string | null
  /** Whether the open post was deleted or hidden since it was opened. */
  isPostGone: boolean
  /** Where the next page of the open post's comments begins; null before the first and after the last. */
  nextComments: string | null
  loading: boolean
  error: StateError | null
}

const ALL_POSTS = '/posts'

const initialState: PostState = {
  posts: adapter.getInitialState(),
  feeds: { [ALL_POSTS]: { ids: [], next: null } },
  feed: ALL_POSTS,
  liked: {},
  post: null,
  isPostGone: false,
  nextComments: null,
  loading: true,
  error: null,
}

const MAX_FEEDS = 9

type FeedPage = Page<Post> & { feed: string }
type CommentPage = Page<Comment> & { id: string }
type EntryEdit = { postId: string; commentId?: string; changes: object }
type AcceptedChange = { id: string; commentId: string; isAccepted: boolean; isSolved: boolean }
type LikesChange = { id: string; likes: Like[]; wasLiked: boolean; isLiked: boolean }

export const post = createSlice({
  name: 'post',
  initialState,
  reducers: {
    /** Another feed is about to be shown, with the posts that are known of it. */
    feedOpened(state, { payload: address }: PayloadAction<string>) {
      if (state.feed === address) return
      const feed = state.feeds[address] ?? { ids: [], next: null }
      delete state.feeds[address]
      const [oldest = ''] = Object.keys(state.feeds)
      if (Object.keys(state.feeds).length >= MAX_FEEDS) delete state.feeds[oldest]
      state.feeds[address] = feed
      state.feed = address
      removeUnused(state)
    },
    postsRequested(state) {
      state.loading = true
      state.error = null
    },
    postsLoaded(state, { payload }: PayloadAction<FeedPage>) {
      addListed(state, payload.items)
      const feed = state.feeds[payload.feed]
      if (feed) Object.assign(feed, { ids: idsOf(payload.items), next: payload.next })
      for (const { _id } of payload.items) delete state.liked[_id]
      removeUnused(state)
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
    /** The newest page, with posts that are not listed yet. */
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
    /** A post as the server has it now. `known` are the comments that were here before the call. */
    postRefreshed(state, { payload }: PayloadAction<{ post: Post; known: string[] }>) {
      const post = state.posts.entities[payload.post._id]
      if (!post) return
      const { comments, ...changes } = payload.post
      applyChanges(post, changes)
      if (state.post !== post._id) return
      post.comments = withCurrentComments(post, comments, new Set(payload.known))
    },
    /** The same for posts of a list, which has few comments of each. */
    listedRefreshed(state, { payload }: PayloadAction<Post[]>) {
      for (const { comments: _few, ...changes } of payload) {
        const post = state.posts.entities[changes._id]
        if (post) applyChanges(post, changes)
      }
    },
    /** It was deleted or hidden. An open post stays, because the reader may be reading it. */
    postGone(state, { payload: id }: PayloadAction<string>) {
      removeFromFeeds(state, id)
      if (state.post === id) state.isPostGone = true
      else adapter.removeOne(state.posts, id)
    },
    /** Another post is about to open. */
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
    postAdded(state, { payload }: PayloadAction<Post>) {
      adapter.setOne(state.posts, payload)
      for (const address of new Set([state.feed, ALL_POSTS])) state.feeds[address]?.ids.unshift(payload._id)
      state.loading = false
    },
    postRemoved(state, { payload: id }: PayloadAction<string>) {
      removeFromFeeds(state, id)
      if (state.post !== id) adapter.removeOne(state.posts, id)
      state.loading = false
    },
    /** A post was edited, or one of its comments. */
    entryEdited(state, { payload: { postId, commentId, changes } }: PayloadAction<EntryEdit>) {
      const post = state.posts.entities[postId]
      const entry = commentId ? post?.comments.find(({ _id }) => _id === commentId) : post
      if (entry) Object.assign(entry, changes)
    },
    marksLoaded(state, { payload: { asked, liked } }: PayloadAction<{ asked: string[]; liked: string[] }>) {
      for (const id of asked) state.liked[id] = liked.includes(id)
    },
    /** A like, or its end, that the server has not confirmed yet, or has refused. */
    likeExpected(state, { payload }: PayloadAction<{ id: string; user: string; isLiked: boolean }>) {
      const { id, user, isLiked } = payload
      const post = state.posts.entities[id]
      if (!post || isLikedNow(post, state.liked[id], user) === isLiked) return
      post.likes = isLiked ? [{ user }, ...post.likes] : post.likes.filter((like) => like.user !== user)
      post.likeCount += isLiked ? 1 : -1
      if (id in state.liked) state.liked[id] = isLiked
    },
    likesChanged(state, { payload }: PayloadAction<LikesChange>) {
      const { id, likes, wasLiked, isLiked } = payload
      const post = state.posts.entities[id]
      state.loading = false
      if (!post) return
      const expected = post.likeCount + Number(isLiked) - Number(wasLiked)
      // The list gives the exact count unless it was cut short; then the stored count is adjusted.
      post.likeCount = likes.length < LIKES_SHOWN ? likes.length : Math.max(likes.length, expected)
      post.likes = likes
      if (likes.length < post.likeCount) state.liked[id] = isLiked
      else delete state.liked[id]
    },
    /** The newest comments of a post, after one was added. */
    commentsChanged(state, { payload }: PayloadAction<{ id: string; comments: Comment[] }>) {
      const post = state.posts.entities[payload.id]
      state.loading = false
      if (!post) return
      const { comments, count, isContinuous } = withNewestComments(post, payload.comments)
      post.comments = comments
      post.commentCount = count
      // Without the older ones, paging has to start over.
      if (state.post === payload.id && !isContinuous) state.nextComments = null
    },
    /** Only the open post has its comments page by page. */
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
      post.comments = comments.filter((comment) => comment !== removed)
      post.commentCount -= 1
      if (removed?.accepted) post.solved = post.comments.some(({ accepted }) => accepted)
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

addSlice(post)

const idsOf = (posts: Post[]): string[] => posts.map(({ _id }) => _id)

function unlisted({ ids }: FeedState, posts: Post[]): string[] {
  const listed = new Set(ids)
  return idsOf(posts).filter((id) => !listed.has(id))
}

/** Stores posts of a list. It has few comments of each, so the open post keeps its own. */
function addListed(state: PostState, posts: Post[]): void {
  const opened = openedPost(state)
  adapter.setMany(
    state.posts,
    posts.map((post) => (post._id === opened?._id ? { ...post, comments: opened.comments } : post)),
  )
}

/** Forgets posts that are neither listed nor open. */
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

/** Touches only what differs, so that nothing else is rendered again. */
function applyChanges(post: Post, changes: Omit<Post, 'comments'>): void {
  const differing = Object.entries(changes).filter(
    ([key, value]) => JSON.stringify(value) !== JSON.stringify(post[key as keyof Post]),
  )
  Object.assign(post, Object.fromEntries(differing))
}

const EMPTY: FeedState = { ids: [], next: null }

/** The feed at this address, as far as it is known. */
export const feedAt = ({ feeds }: PostState, address: string): FeedState => feeds[address] ?? EMPTY

/** The posts of the feed at this address, as far as they are known. */
export const postsAt = createSelector(
  [({ posts }: PostState) => posts.entities, (state, address: string) => feedAt(state, address).ids],
  (posts, ids) => ids.flatMap((id) => posts[id] ?? []),
)

/** The posts of the feed that was opened last. */
export const listedPosts = (state: PostState): Post[] => postsAt(state, state.feed)

export const postById = ({ posts }: PostState, id: string): Post | undefined => posts.entities[id]

export const openedPost = (state: PostState): Post | undefined =>
  state.post === null ? undefined : postById(state, state.post)

export const {
  acceptedChanged,
  acceptedLoaded,
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
  entryEdited,
  marksLoaded,
  likesChanged,
  commentsChanged,
  moreCommentsLoaded,
  commentRemoved,
  postFailed,
} = post.actions
