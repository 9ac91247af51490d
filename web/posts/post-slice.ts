import { createSlice, isDraft, original, type PayloadAction } from '@reduxjs/toolkit'
import { COMMENT_BYTES_SHOWN, COMMENTS_SHOWN, LIKES_SHOWN, MAX_LENGTH } from '../../contract/limits.ts'
import type { Comment, Like, Post } from '../../contract/posts.ts'
import { signedOut } from '../accounts/auth-slice.ts'
import type { Page } from '../api.ts'
import type { StateError } from '../outcome.ts'
import { isLiked as isLikedNow } from './read-post.ts'

type FeedState = { posts: Post[]; next: string | null }

type PostState = {
  /** The list that was opened last. */
  posts: Post[]
  /** Where the next page of posts begins; null at the end. */
  nextPosts: string | null
  /** The address of this list. */
  feed: string
  /** Other lists by their addresses, as the reader left them. */
  leftFeeds: Record<string, FeedState>
  /** Whether the reader likes a post, where its list of likes is too short to tell. */
  liked: Record<string, boolean>
  post: Post | null
  /** Whether the open post was deleted or hidden since it was opened. */
  isPostGone: boolean
  /** Where the next page of the open post's comments begins; null before the first and after the last. */
  nextComments: string | null
  loading: boolean
  error: StateError | null
}

const initialState: PostState = {
  posts: [],
  nextPosts: null,
  feed: '/posts',
  leftFeeds: {},
  liked: {},
  post: null,
  isPostGone: false,
  nextComments: null,
  loading: true,
  error: null,
}

type AcceptedChange = { id: string; commentId: string; isAccepted: boolean; isSolved: boolean }

const MAX_LEFT_FEEDS = 8

type LikesChange = { id: string; likes: Like[]; wasLiked: boolean; isLiked: boolean }

export const post = createSlice({
  name: 'post',
  initialState,
  reducers: {
    /** Another list is about to be shown: what is known of it comes back, and the last one is left as it is. */
    feedOpened(state, { payload: address }: PayloadAction<string>) {
      if (state.feed === address) return
      const { posts, next } = state.leftFeeds[address] ?? { posts: [], next: null }
      delete state.leftFeeds[address]
      state.leftFeeds[state.feed] = { posts: state.posts, next: state.nextPosts }
      const [oldest = '', ...others] = Object.keys(state.leftFeeds)
      if (others.length >= MAX_LEFT_FEEDS) delete state.leftFeeds[oldest]
      state.posts = posts
      state.nextPosts = next
      state.feed = address
    },
    postsRequested(state) {
      state.loading = true
      state.error = null
    },
    postsLoaded(state, { payload }: PayloadAction<Page<Post>>) {
      state.posts = payload.items
      state.nextPosts = payload.next
      for (const { _id } of payload.items) delete state.liked[_id]
      state.loading = false
      state.error = null
    },
    morePostsLoaded(state, { payload }: PayloadAction<Page<Post>>) {
      state.posts.push(...unknownIn(state.posts, payload.items))
      state.nextPosts = payload.next
      state.loading = false
    },
    /** The newest page, with posts that are not listed yet. */
    newerPostsShown(state, { payload }: PayloadAction<Page<Post>>) {
      const newer = unknownIn(state.posts, payload.items)
      if (newer.length < payload.items.length) {
        state.posts = [...newer, ...plain(state.posts)]
        return
      }
      // There are more between these and the list.
      state.posts = payload.items
      state.nextPosts = payload.next
    },
    /** What others have done to a post meanwhile. `known` are the comments that were here before it was asked for. */
    postRefreshed(state, { payload }: PayloadAction<{ post: Post; known: string[] }>) {
      const { comments, ...changes } = payload.post
      for (const copy of copiesOf(state, changes._id)) apply(copy, changes)
      if (state.post?._id === changes._id) follow(state.post, comments, new Set(payload.known))
    },
    /** The same for posts of a list. */
    listedRefreshed(state, { payload }: PayloadAction<Post[]>) {
      for (const { comments: _few, ...changes } of payload) {
        for (const copy of copiesOf(state, changes._id)) apply(copy, changes)
      }
    },
    /** It was deleted or hidden. Where it is open it stays, because it may be being read. */
    postGone(state, { payload: id }: PayloadAction<string>) {
      removeFromLists(state, id)
      if (state.post?._id === id) state.isPostGone = true
    },
    /** Another post is about to open: what the feed knows of it is shown first, and never the last one in its place. */
    postRequested(state, { payload: id }: PayloadAction<string>) {
      if (state.post?._id !== id) state.post = plain(state.posts).find(({ _id }) => _id === id) ?? null
      state.isPostGone = false
      state.nextComments = null
      state.loading = true
      state.error = null
    },
    postLoaded(state, { payload }: PayloadAction<Post>) {
      state.post = payload
      state.isPostGone = false
      state.loading = false
      state.error = null
    },
    postAdded(state, { payload }: PayloadAction<Post>) {
      const lists = [state, state.feed === '/posts' ? undefined : state.leftFeeds['/posts']]
      for (const list of lists) if (list) list.posts = [payload, ...plain(list.posts)]
      state.loading = false
    },
    postRemoved(state, { payload: id }: PayloadAction<string>) {
      removeFromLists(state, id)
      state.loading = false
    },
    entryEdited(state, { payload: { _id, changes } }: PayloadAction<{ _id: string; changes: object }>) {
      for (const post of postsWith(state, (post) => has(post.comments, _id) || post._id === _id)) {
        for (const entry of [post, ...post.comments]) if (entry._id === _id) Object.assign(entry, changes)
      }
    },
    marksLoaded(state, { payload: { asked, liked } }: PayloadAction<{ asked: string[]; liked: string[] }>) {
      for (const id of asked) state.liked[id] = liked.includes(id)
    },
    /** A like, or its end, that the server has not confirmed yet, or has refused. */
    likeExpected(state, { payload }: PayloadAction<{ id: string; user: string; isLiked: boolean }>) {
      const { id, user, isLiked } = payload
      for (const post of copiesOf(state, id)) {
        const wasLiked = isLikedNow(post, state.liked[id], user)
        if (wasLiked === isLiked) continue
        post.likes = isLiked ? [{ user }, ...post.likes] : post.likes.filter((like) => like.user !== user)
        post.likeCount += isLiked ? 1 : -1
      }
      if (id in state.liked) state.liked[id] = isLiked
    },
    likesChanged(state, { payload }: PayloadAction<LikesChange>) {
      const { id, likes, wasLiked, isLiked } = payload
      for (const post of copiesOf(state, id)) {
        const expected = post.likeCount + Number(isLiked) - Number(wasLiked)
        // The list gives the exact count unless it was cut short; then the stored count is adjusted.
        post.likeCount = likes.length < LIKES_SHOWN ? likes.length : Math.max(likes.length, expected)
        post.likes = likes
        if (likes.length < post.likeCount) state.liked[id] = isLiked
        else delete state.liked[id]
      }
      state.loading = false
    },
    commentsChanged(state, { payload: comments }: PayloadAction<Comment[]>) {
      if (!state.post) return
      const older = mayBeCut(comments) ? olderThan(comments.at(-1), plain(state.post.comments)) : []
      state.post.commentCount = mayBeCut(comments) ? state.post.commentCount + 1 : comments.length
      state.post.comments = [...comments, ...older]
      // Without the older ones, paging has to begin anew.
      if (older.length === 0) state.nextComments = null
      state.loading = false
      countInFeed(state)
    },
    moreCommentsLoaded(state, { payload }: PayloadAction<Page<Comment>>) {
      if (state.post) insert(state.post, payload.items)
      state.nextComments = payload.next
    },
    acceptedLoaded(state, { payload: { id, comments } }: PayloadAction<{ id: string; comments: Comment[] }>) {
      if (state.post?._id === id) insert(state.post, comments)
    },
    commentRemoved(state, { payload: id }: PayloadAction<string>) {
      if (!state.post) return
      const comments = plain(state.post.comments)
      const wasAccepted = comments.some(({ _id, accepted }) => _id === id && accepted)
      state.post.comments = comments.filter(({ _id }) => _id !== id)
      state.post.commentCount -= 1
      state.loading = false
      countInFeed(state)
      if (!wasAccepted) return
      const isSolved = state.post.comments.some(({ accepted }) => accepted)
      for (const copy of copiesOf(state, state.post._id)) copy.solved = isSolved
    },
    acceptedChanged(state, { payload }: PayloadAction<AcceptedChange>) {
      for (const post of copiesOf(state, payload.id)) {
        post.solved = payload.isSolved
        const comment = post.comments.find(({ _id }) => _id === payload.commentId)
        if (comment) comment.accepted = payload.isAccepted
      }
      state.loading = false
    },
    postFailed(state, { payload }: PayloadAction<StateError>) {
      state.error = payload
      state.loading = false
    },
  },
  extraReducers: (builder) => builder.addCase(signedOut, () => initialState),
})

/** To look through a long list: a draft of it would make a draft of each entry that is looked at. */
function plain<Item>(list: Item[]): Item[] {
  return isDraft(list) ? (original<unknown>(list) as Item[]) : list
}

const has = (list: { _id: string }[], id: string) => list.some(({ _id }) => _id === id)

function unknownIn<Item extends { _id: string }>(list: Item[], more: Item[]): Item[] {
  const known = new Set(plain(list).map(({ _id }) => _id))
  return more.filter(({ _id }) => !known.has(_id))
}

/** Adds comments that may be older than some that are not known yet. */
function insert(post: Post, comments: Comment[]): void {
  const more = unknownIn(post.comments, comments)
  if (more.length === 0) return
  post.comments = [...plain(post.comments), ...more].sort(
    (one, other) => Number(one.date < other.date) - Number(one.date > other.date),
  )
}

/**
 * Makes the comments of a post those that the server has now. Of older ones than it sent nothing is known, and those
 * that are not `known` were written after it was asked.
 */
function follow(post: Post, sent: Comment[], known: Set<string>): void {
  const current = new Map(sent.map((comment) => [comment._id, comment]))
  const oldest = sent.length < post.commentCount ? (sent.at(-1)?.date ?? '') : ''
  post.comments = plain(post.comments)
    .filter(({ _id, date }) => current.has(_id) || !known.has(_id) || date < oldest)
    .map((comment) => newerOf(comment, current.get(comment._id)))
  insert(post, sent)
}

/** Touches only what differs, so that nothing else is rendered again. */
function apply(post: Post, changes: Omit<Post, 'comments'>): void {
  const differing = Object.entries(changes).filter(
    ([key, value]) => JSON.stringify(value) !== JSON.stringify(post[key as keyof Post]),
  )
  Object.assign(post, Object.fromEntries(differing))
}

/** The same object if nothing has changed, so that it is not rendered again. */
function newerOf(comment: Comment, sent: Comment = comment): Comment {
  const keys = Object.keys(sent) as (keyof Comment)[]
  return keys.every((key) => sent[key] === comment[key]) ? comment : sent
}

function removeFromLists(state: PostState, id: string): void {
  for (const list of [state, ...Object.values(state.leftFeeds)]) {
    list.posts = plain(list.posts).filter(({ _id }) => _id !== id)
  }
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

/** The posts that are wanted; one may be in several lists. */
function postsWith({ posts, post, leftFeeds }: PostState, isWanted: (post: Post) => boolean): Post[] {
  const lists = [posts, ...Object.values(leftFeeds).map((feed) => feed.posts)]
  const listed = lists.flatMap((list) =>
    plain(list).flatMap((known, at) => (isWanted(known) && list[at] ? [list[at]] : [])),
  )
  return post && isWanted(post) ? [post, ...listed] : listed
}

const copiesOf = (state: PostState, id: string): Post[] => postsWith(state, ({ _id }) => _id === id)

function countInFeed(state: PostState): void {
  const { post } = state
  if (!post) return
  for (const copy of copiesOf(state, post._id)) copy.commentCount = post.commentCount
}

/** The list at this address, as far as it is known. */
export function feedAt({ feed, posts, nextPosts, leftFeeds }: PostState, address: string): FeedState {
  if (feed === address) return { posts, next: nextPosts }
  return leftFeeds[address] ?? NOTHING
}

const NOTHING: FeedState = { posts: [], next: null }

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
