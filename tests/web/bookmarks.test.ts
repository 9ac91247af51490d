import { expect, it } from 'vitest'
import { userLoaded } from '../../web/app/state/auth-slice.ts'
import { postsLoaded } from '../../web/app/state/post-slice.ts'
import { bookmarkApi, setBookmarked } from '../../web/features/feeds/bookmarks/bookmark-api.ts'
import { ada, page, post } from './sample-data.ts'
import { startPage, stubServer } from './stubs.ts'

const serverError = { status: 500, body: { errors: [{ msg: 'Server error' }] } }

function start() {
  const { store } = startPage('t1')
  store.dispatch(userLoaded(ada))
  store.dispatch(postsLoaded({ feed: '/posts', ...page([post('2'), post('1')]) }))
  const bookmarked = () => store.getState().post.bookmarked
  return { store, bookmarked }
}

it('returns to what the server has confirmed when the last press is refused', async () => {
  const { store, bookmarked } = start()
  stubServer({ 'PUT /api/bookmarks/1': {}, 'DELETE /api/bookmarks/1': serverError })
  const on = store.dispatch(setBookmarked('1', true))
  const off = store.dispatch(setBookmarked('1', false))
  expect(bookmarked()).toEqual({ 1: false })
  await Promise.all([on, off])
  expect(bookmarked()).toEqual({ 1: true })
  stubServer({ 'PUT /api/bookmarks/2': serverError, 'DELETE /api/bookmarks/2': serverError })
  await Promise.all([store.dispatch(setBookmarked('2', true)), store.dispatch(setBookmarked('2', false))])
  expect(bookmarked()).toEqual({ 1: true, 2: false })
  expect(store.getState().alert.map(({ msg }) => msg)).toEqual(['Server error'])
})

it('marks what the list of bookmarks contains, and lists a new bookmark', async () => {
  const { store, bookmarked } = start()
  stubServer({ 'GET /api/bookmarks?limit=20': { body: [post('1')] }, 'PUT /api/bookmarks/2': {} })
  await store.dispatch(bookmarkApi.endpoints.bookmarks.initiate())
  expect(bookmarked()).toEqual({ 1: true })
  await store.dispatch(setBookmarked('2', true))
  const list = bookmarkApi.endpoints.bookmarks.select()(store.getState()).data
  expect(list?.pages[0]?.items.map(({ _id }) => _id)).toEqual(['2', '1'])
})
