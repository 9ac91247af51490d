import { describe, expect, it, vi } from 'vitest'
import { COMMENTS_SHOWN, LIKES_SHOWN } from '../../contract/limits.ts'
import type { Post } from '../../contract/posts.ts'
import { undoOf } from '../../web/app/state/alert-slice.ts'
import { type SignedInUser, signedOut, userLoaded } from '../../web/app/state/auth-slice.ts'
import {
  feedAt,
  feedOpened,
  listedPosts,
  openedPost,
  postLoaded,
  postRequested,
  postsAt,
  postsLoaded,
} from '../../web/app/state/post-slice.ts'
import { siteChanged } from '../../web/app/state/site-slice.ts'
import type { Store } from '../../web/app/state/store.ts'
import {
  accept,
  addComment,
  loadMoreComments,
  removeComment,
} from '../../web/features/posts/comments/comment-api.ts'
import { readFeed } from '../../web/features/posts/feeds.ts'
import {
  addPost,
  inFeed,
  loadPosts,
  openPost,
  removePost,
  setLiked,
} from '../../web/features/posts/post-api.ts'
import { ada, comment, page, post } from './sample-data.ts'
import { startPage, stubServer } from './stubs.ts'

const byId = (id: string) => ({ params: { id } })
const byComment = (id: string, commentId: string) => ({ params: { id, commentId } })
const serverError = {
  status: 500,
  statusText: 'Internal Server Error',
  body: { errors: [{ msg: 'Server error' }] },
}

function start(user: SignedInUser = ada) {
  const { store } = startPage('t1')
  store.dispatch(userLoaded(user))
  const alerts = () => store.getState().alert.map(({ msg, type }) => `${type}: ${msg}`)
  const state = () => {
    const { post } = store.getState()
    return { ...post, posts: listedPosts(post), post: openedPost(post) ?? null }
  }
  const list = (...posts: Post[]) => store.dispatch(postsLoaded({ feed: '/posts', ...page(posts) }))
  const open = (post: Post) => {
    store.dispatch(postRequested(post._id))
    store.dispatch(postLoaded(post))
  }
  return { store, alerts, state, list, open }
}

it('begins empty and loading', () => {
  expect(start().state()).toEqual({
    posts: [],
    feeds: {},
    feed: '/posts',
    liked: {},
    bookmarked: {},
    post: null,
    isPostGone: false,
    nextComments: null,
    loading: true,
    error: null,
  })
})

it('loads the feed page by page, without duplicates', async () => {
  const { store, state } = start()
  stubServer({
    'GET /api/posts': {
      body: [post('3'), post('2')],
      headers: { link: '<http://host/api/posts?cursor=abc>; rel="next"' },
    },
    'GET /api/posts?cursor=abc': { body: [post('2'), post('1')] },
  })
  await store.dispatch(loadPosts.initiate())
  await store.dispatch(loadPosts.initiate({ cursor: 'abc' }))
  expect(state().posts.map(({ _id }) => _id)).toEqual(['3', '2', '1'])
  expect(feedAt(store.getState().post, '/posts').next).toBeNull()
})

it('keeps each feed as it was left, and changes a post in all of them', async () => {
  const { store, state } = start()
  const questions = readFeed('?feed=questions')
  stubServer({
    'GET /api/posts': { body: [post('3'), post('2'), post('1')] },
    'GET /api/posts?feed=questions': {
      body: [post('2')],
      headers: { link: '<http://host/api/posts?feed=questions&cursor=abc>; rel="next"' },
    },
    'PUT /api/posts/like/2': { body: [{ user: 'ada' }] },
    'DELETE /api/posts/2': { body: { msg: 'Post removed' } },
  })
  await store.dispatch(loadPosts.initiate())
  await store.dispatch(loadPosts.initiate(inFeed(questions)))
  expect(state()).toMatchObject({ feed: '/posts?feed=questions', posts: [{ _id: '2' }] })
  await store.dispatch(setLiked('2', true))
  store.dispatch(feedOpened('/posts'))
  expect(state().posts.map(({ _id, likeCount }) => `${_id}: ${likeCount}`)).toEqual(['3: 0', '2: 1', '1: 0'])
  expect(feedAt(store.getState().post, '/posts').next).toBeNull()
  await store.dispatch(removePost('2'))
  expect(feedAt(store.getState().post, '/posts?feed=questions')).toEqual({ ids: [], next: 'abc' })
})

it('asks a question, and keeps what the server says of its answers', async () => {
  const { store, state, list } = start()
  list()
  const question = post('1', { question: true, comments: [comment('b'), comment('a')], commentCount: 2 })
  const sent = stubServer({
    'POST /api/posts': { body: question },
    'GET /api/posts/1': { body: question },
    'PUT /api/posts/comment/1/a/accepted': { body: { ...question, solved: true } },
    'DELETE /api/posts/comment/1/a': { body: [] },
  })
  await store.dispatch(addPost.initiate({ body: { text: 'Why?', question: true } }))
  expect(sent[0]?.body).toEqual({ text: 'Why?', question: true })
  await store.dispatch(openPost.initiate(byId('1')))
  await store.dispatch(accept.initiate(byComment('1', 'a')))
  expect(state()).toMatchObject({ post: { solved: true }, posts: [{ solved: true }] })
  expect(state().post?.comments.map(({ accepted }) => accepted)).toEqual([false, true])
  await store.dispatch(removeComment.initiate(byComment('1', 'a')))
  expect(state()).toMatchObject({ post: { solved: false }, posts: [{ solved: false }] })
})

it('counts a removed comment once if a live update was faster', async () => {
  const { store, state, open } = start()
  open(post('1', { comments: [comment('b'), comment('a')], commentCount: 2 }))
  stubServer({ 'DELETE /api/posts/comment/1/a': { body: [] } })
  const removed = store.dispatch(removeComment.initiate(byComment('1', 'a')))
  open(post('1', { comments: [comment('b')], commentCount: 1 }))
  await removed
  expect(state().post).toMatchObject({ comments: [comment('b')], commentCount: 1 })
})

it('puts a new post on top', async () => {
  const { store, state, alerts, list } = start()
  list(post('1'))
  const sent = stubServer({ 'POST /api/posts': { body: post('2') } })
  await store.dispatch(addPost.initiate({ body: { text: 'Hello' } }))
  expect(state().posts.map(({ _id }) => _id)).toEqual(['2', '1'])
  expect(sent[0]?.body).toEqual({ text: 'Hello' })
  expect(alerts()).toEqual(['success: Post Created'])
})

it('removes a post by its id', async () => {
  const { store, state, alerts, list } = start()
  list(post('2'), post('1'))
  stubServer({ 'DELETE /api/posts/2': { body: { msg: 'Post removed' } } })
  await store.dispatch(removePost('2'))
  expect(state().posts).toEqual([post('1')])
  expect(alerts()).toEqual(['success: Post Removed'])
})

it('restores a removed post where it was, on servers that can', async () => {
  const { store, state, alerts, list } = start()
  list(post('3'), post('2'), post('1'))
  stubServer({ 'DELETE /api/posts/2': { body: '' }, 'POST /api/posts/2/restore': { body: post('2') } })
  const remove = async () => {
    await store.dispatch(removePost('2'))
    return undoOf(store.getState().alert.at(-1)?.id ?? '')
  }
  store.dispatch(siteChanged({ isExtended: false }))
  expect(await remove()).toBeUndefined()
  list(post('3'), post('2'), post('1'))
  store.dispatch(siteChanged({ isExtended: true }))
  const undo = await remove()
  expect(state().posts.map(({ _id }) => _id)).toEqual(['3', '1'])
  if (undo) store.dispatch(undo)
  await vi.waitFor(() => expect(state().posts.map(({ _id }) => _id)).toEqual(['3', '2', '1']))
  expect(alerts()).toEqual(['success: Post Removed', 'success: Post Restored'])
})

describe('likes', () => {
  it('are replaced for one post only', async () => {
    const { store, state, alerts, list } = start()
    list(post('2'), post('1'))
    stubServer({
      'PUT /api/posts/like/1': { body: [{ user: 'ada' }, { user: 'bob' }] },
      'PUT /api/posts/unlike/1': { body: [{ user: 'bob' }] },
    })
    await store.dispatch(setLiked('1', true))
    expect(state().posts).toEqual([
      post('2'),
      post('1', { likes: [{ user: 'ada' }, { user: 'bob' }], likeCount: 2 }),
    ])
    await store.dispatch(setLiked('1', false))
    expect(state().posts[1]).toEqual(post('1', { likes: [{ user: 'bob' }], likeCount: 1 }))
    expect(alerts()).toEqual([])
  })

  it('that a post leaves out are looked up, and counted once', async () => {
    const { store, state } = start()
    const otherLikes = Array.from({ length: LIKES_SHOWN }, (_, index) => ({ user: `user-${index}` }))
    const popular = post('1', { likes: otherLikes.slice(0, 100), likeCount: 4000 })
    const sent = stubServer({
      'GET /api/posts': { body: [post('2', { likes: [{ user: 'bob' }], likeCount: 1 }), popular] },
      'GET /api/marks?posts=2%2C1': { body: { liked: ['1', '2'], bookmarked: ['2'] } },
      'PUT /api/posts/like/1': { body: otherLikes },
      'PUT /api/posts/unlike/1': { body: otherLikes },
    })
    await store.dispatch(loadPosts.initiate())
    await expect.poll(() => state().liked).toEqual({ 1: true })
    expect(state().bookmarked).toEqual({ 1: false, 2: true })
    expect(sent).toHaveLength(2)
    await store.dispatch(setLiked('1', true))
    expect(state().posts[1]?.likeCount).toBe(4000)
    await store.dispatch(setLiked('1', false))
    expect(state()).toMatchObject({ liked: { 1: false }, posts: [{}, { likeCount: 3999 }] })
  })

  it('looked up for a member are not shown to the next one', async () => {
    const { store, state } = start()
    stubServer({
      'GET /api/posts': { body: [post('1')] },
      'GET /api/marks?posts=1': { body: { liked: [], bookmarked: ['1'] }, delay: 10 },
    })
    await store.dispatch(loadPosts.initiate())
    store.dispatch(signedOut())
    await new Promise((resolve) => setTimeout(resolve, 30))
    expect(state().bookmarked).toEqual({})
  })

  it('are not looked up on a server of the specification, whose lists are complete', async () => {
    const { store } = start({ _id: 'ada', name: 'Ada Lin' })
    store.dispatch(siteChanged({ isExtended: false }))
    const sent = stubServer({
      'GET /api/posts': { body: [post('1', { likes: [{ user: 'bob' }], likeCount: 1 })] },
    })
    await store.dispatch(loadPosts.initiate())
    expect(sent).toHaveLength(1)
  })

  it('return to what the server has confirmed when the last press is refused', async () => {
    const { store, state, list } = start()
    list(post('1'))
    stubServer({
      'PUT /api/posts/like/1': { body: [{ user: 'ada' }] },
      'PUT /api/posts/unlike/1': serverError,
    })
    await Promise.all([store.dispatch(setLiked('1', true)), store.dispatch(setLiked('1', false))])
    expect(state().posts).toEqual([post('1', { likes: [{ user: 'ada' }], likeCount: 1 })])
    stubServer({ 'PUT /api/posts/like/1': serverError, 'PUT /api/posts/unlike/1': { body: [] } })
    await Promise.all([store.dispatch(setLiked('1', false)), store.dispatch(setLiked('1', true))])
    expect(state().posts).toEqual([post('1')])
    stubServer({ 'PUT /api/posts/like/1': serverError, 'PUT /api/posts/unlike/1': serverError })
    await Promise.all([store.dispatch(setLiked('1', true)), store.dispatch(setLiked('1', false))])
    expect(state().posts).toEqual([post('1')])
  })

  it('pressed while the feed or the post is loading stay', async () => {
    const { store, state, list } = start()
    list(post('1'))
    stubServer({
      'GET /api/posts': { body: [post('1')], delay: 20 },
      'GET /api/posts/1': { body: post('1'), delay: 20 },
      'PUT /api/posts/like/1': { body: [{ user: 'ada' }] },
      'PUT /api/posts/unlike/1': { body: [] },
    })
    const loading = store.dispatch(loadPosts.initiate())
    await store.dispatch(setLiked('1', true))
    await loading
    expect(state().posts[0]).toMatchObject({ likes: [{ user: 'ada' }], likeCount: 1 })
    await store.dispatch(setLiked('1', false))
    const opening = store.dispatch(openPost.initiate(byId('1')))
    await store.dispatch(setLiked('1', true))
    await opening
    expect(state().post).toMatchObject({ likes: [{ user: 'ada' }], likeCount: 1 })
  })

  it('are read from the lists of likes if the server has no marks', async () => {
    const { store, state } = start()
    const popular = post('1', { likes: [{ user: 'ada' }], likeCount: 4000 })
    stubServer({ 'GET /api/posts': { body: [popular] }, 'GET /api/marks?posts=1': serverError })
    await store.dispatch(loadPosts.initiate())
    expect(state()).toMatchObject({ posts: [popular], error: null })
  })

  it('are counted beyond those that the post includes', async () => {
    const { store, state, list } = start()
    const otherLikes = Array.from({ length: LIKES_SHOWN }, (_, index) => ({ user: `u${index}` }))
    list(post('1', { likes: otherLikes, likeCount: 4000 }))
    stubServer({ 'PUT /api/posts/like/1': { body: [{ user: 'ada' }, ...otherLikes.slice(1)] } })
    await store.dispatch(setLiked('1', true))
    expect(state().posts[0]?.likeCount).toBe(4001)
  })
})

describe('the open post', () => {
  it('is not shown while another one loads', async () => {
    const { store, state, open } = start()
    open(post('1'))
    stubServer({ 'GET /api/posts/2': { body: post('2') } })
    const opening = store.dispatch(openPost.initiate(byId('2')))
    expect(state()).toMatchObject({ post: null, loading: true })
    await opening
    expect(state()).toMatchObject({ post: post('2'), loading: false })
  })

  it('shows the comments that the server returns', async () => {
    const { store, state, alerts, list, open } = start()
    list(post('1'))
    open(post('1'))
    stubServer({ 'POST /api/posts/comment/1': { body: [comment('b'), comment('a')] } })
    await store.dispatch(addComment.initiate({ ...byId('1'), body: { text: 'Hi' } }))
    expect(state().post).toMatchObject({ comments: [comment('b'), comment('a')], commentCount: 2 })
    expect(state().posts[0]?.commentCount).toBe(2)
    expect(alerts()).toEqual(['success: Comment Added'])
  })

  it('keeps a comment that was written while the post was loading', async () => {
    const { store, state, list } = start()
    list(post('1', { comments: [comment('a')], commentCount: 1 }))
    stubServer({
      'GET /api/posts/1': { body: post('1', { comments: [comment('a')], commentCount: 1 }), delay: 20 },
      'POST /api/posts/comment/1': { body: [comment('b'), comment('a')] },
    })
    const opening = store.dispatch(openPost.initiate(byId('1')))
    await store.dispatch(addComment.initiate({ ...byId('1'), body: { text: 'Hi' } }))
    await opening
    expect(
      state()
        .post?.comments.map(({ _id }) => _id)
        .sort(),
    ).toEqual(['a', 'b'])
    expect(state().post?.commentCount).toBe(2)
  })

  it('keeps the older comments in order if the returned list is truncated', async () => {
    const { store, state, open } = start()
    const allComments = Array.from({ length: COMMENTS_SHOWN + 2 }, (_, index) => comment(`c${index}`))
    open(post('1', { comments: allComments, commentCount: 2000 }))
    stubServer({
      'POST /api/posts/comment/1': { body: [comment('new'), ...allComments.slice(0, COMMENTS_SHOWN - 1)] },
    })
    await store.dispatch(addComment.initiate({ ...byId('1'), body: { text: 'Hi' } }))
    const ids = state().post?.comments.map(({ _id }) => _id)
    expect(ids).toEqual(['new', ...allComments.map(({ _id }) => _id)])
    expect(state().post?.commentCount).toBe(2001)
  })

  it('counts comments exactly if the list is truncated by size', async () => {
    const { store, state, open } = start()
    const large = (id: string) => ({ ...comment(id), text: 'ü'.repeat(10_000) })
    const loadedComments = Array.from({ length: 26 }, (_, index) => large(`c${index}`))
    open(post('1', { comments: loadedComments, commentCount: 40 }))
    stubServer({ 'POST /api/posts/comment/1': { body: [large('new'), ...loadedComments.slice(0, 25)] } })
    await store.dispatch(addComment.initiate({ ...byId('1'), body: { text: 'Hi' } }))
    expect(state().post).toMatchObject({ commentCount: 41, comments: [large('new'), ...loadedComments] })
  })

  it('drops a removed comment by its id', async () => {
    const { store, state, alerts, open } = start()
    open(post('1', { comments: [comment('b'), comment('a')], commentCount: 2 }))
    stubServer({ 'DELETE /api/posts/comment/1/b': { body: [comment('a')] } })
    await store.dispatch(removeComment.initiate(byComment('1', 'b')))
    expect(state().post).toMatchObject({ comments: [comment('a')], commentCount: 1 })
    expect(alerts()).toEqual(['success: Comment Removed'])
  })

  it('loads comments older than those it has', async () => {
    const { store, state, open } = start()
    open(post('1', { comments: [comment('c'), comment('b')], commentCount: 3 }))
    const link = '</api/posts/1/comments?cursor=k>; rel="next"'
    stubServer({
      'GET /api/posts/1/comments?limit=100': { body: [comment('c'), comment('b')], headers: { link } },
      'GET /api/posts/1/comments?limit=100&cursor=k': { body: [comment('a')] },
    })
    await store.dispatch(loadMoreComments('1'))
    expect(state().post?.comments.map(({ _id }) => _id)).toEqual(['c', 'b', 'a'])
  })
})

it.each([
  ['GET /api/posts', (store: Store) => store.dispatch(loadPosts.initiate())],
  ['GET /api/posts/1', (store: Store) => store.dispatch(openPost.initiate(byId('1')))],
  ['POST /api/posts', (store: Store) => store.dispatch(addPost.initiate({ body: { text: 'x' } }))],
  ['DELETE /api/posts/1', (store: Store) => store.dispatch(removePost('1'))],
  ['PUT /api/posts/like/1', (store: Store) => store.dispatch(setLiked('1', true))],
  ['PUT /api/posts/unlike/1', (store: Store) => store.dispatch(setLiked('1', false))],
  [
    'POST /api/posts/comment/1',
    (store: Store) => store.dispatch(addComment.initiate({ ...byId('1'), body: { text: 'x' } })),
  ],
  [
    'DELETE /api/posts/comment/1/a',
    (store: Store) => store.dispatch(removeComment.initiate(byComment('1', 'a'))),
  ],
])('a failed %s is stored in the state and raises no alert', async (name, act) => {
  const { store, state, alerts, list } = start()
  list(post('1'))
  stubServer({ [name]: serverError })
  await act(store)
  expect(state()).toMatchObject({ loading: false, error: { msg: 'Internal Server Error', status: 500 } })
  expect(state().posts).toEqual([post('1')])
  expect(alerts()).toEqual([])
})

it('removes all posts when the session ends', () => {
  const { store, state, list } = start()
  list(post('1'))
  store.dispatch(signedOut())
  expect(state().posts).toEqual([])
})

describe('a result that arrives after the reader has moved on', () => {
  it('changes the comments of one post only', async () => {
    const { store, state, list, open } = start()
    const loadedComments = [comment('b'), comment('a')]
    list(
      post('2', { comments: loadedComments, commentCount: 2 }),
      post('1', { comments: loadedComments, commentCount: 2 }),
    )
    stubServer({
      'POST /api/posts/comment/1': { body: [comment('c'), ...loadedComments] },
      'DELETE /api/posts/comment/1/a': { body: [] },
    })
    open(post('2', { comments: loadedComments, commentCount: 2 }))
    await store.dispatch(addComment.initiate({ ...byId('1'), body: { text: 'Hi' } }))
    await store.dispatch(removeComment.initiate(byComment('1', 'a')))
    expect(state().post).toMatchObject({ comments: loadedComments, commentCount: 2 })
    expect(state().posts[1]).toMatchObject({ comments: [comment('c'), comment('b')], commentCount: 2 })
  })

  it('changes its own feed only', async () => {
    const { store, state } = start()
    const link = '<http://host/api/posts?cursor=abc>; rel="next"'
    stubServer({
      'GET /api/posts': { body: [post('3')], headers: { link } },
      'GET /api/posts?cursor=abc': { body: [post('2')] },
    })
    await store.dispatch(loadPosts.initiate())
    const more = store.dispatch(loadPosts.initiate({ cursor: 'abc' }))
    store.dispatch(feedOpened('/posts?feed=questions'))
    await more
    expect(state().posts).toEqual([])
    expect(postsAt(store.getState().post, '/posts')).toEqual([post('3'), post('2')])
  })

  it('does not open its post', async () => {
    const { store, state } = start()
    stubServer({ 'GET /api/posts/1': { body: post('1') }, 'GET /api/posts/2': { body: post('2') } })
    const slow = store.dispatch(openPost.initiate(byId('1')))
    await store.dispatch(openPost.initiate(byId('2')))
    await slow
    expect(state().post).toEqual(post('2'))
  })
})

it('forgets posts that are neither listed nor open', () => {
  const { store, list, open } = start()
  list(post('3'), post('2'))
  open(post('1'))
  list(post('3'))
  open(post('4'))
  expect(Object.keys(store.getState().post.posts.entities)).toEqual(['3', '4'])
})
