import { describe, expect, it, vi } from 'vitest'
import { loadUser, logIn, logOut, register } from '../../web/accounts/account-calls.ts'
import { profileLoaded } from '../../web/profiles/profile-slice.ts'
import { ada, profile } from './samples.ts'
import { startPage, stubServer } from './stubs.ts'

const signedOutState = { token: null, isAuthenticated: false, loading: false, user: null }
const form = { email: 'ada@example.com', password: 'secret' }
const refused = { status: 401, statusText: 'Unauthorized', body: { errors: [{ msg: 'Token is not valid' }] } }

describe('at start', () => {
  it('reads the token from storage and does not know who is here', () => {
    expect(startPage('t1').store.getState().auth).toEqual({
      token: 't1',
      isAuthenticated: null,
      loading: true,
      user: null,
    })
  })

  it('loads the user with the stored token', async () => {
    const sent = stubServer({ 'GET /api/auth': { body: ada } })
    const { store, storage } = startPage('t1')
    await store.dispatch(loadUser())
    expect(sent).toEqual([{ name: 'GET /api/auth', headers: { 'x-auth-token': 't1' }, body: undefined }])
    expect(store.getState().auth).toEqual({ token: 't1', isAuthenticated: true, loading: false, user: ada })
    expect(storage.getItem('token')).toBe('t1')
  })

  it('asks nothing without a token', async () => {
    const sent = stubServer({})
    const { store } = startPage()
    await store.dispatch(loadUser())
    expect(sent).toEqual([])
    expect(store.getState().auth).toEqual(signedOutState)
  })

  it('treats a token as invalid when the user cannot be loaded', async () => {
    stubServer({ 'GET /api/auth': { status: 500, statusText: 'Internal Server Error' } })
    const { store, storage } = startPage('t1')
    await store.dispatch(loadUser())
    expect(store.getState().auth).toEqual(signedOutState)
    expect(storage.getItem('token')).toBeNull()
  })

  it('waits for a server that restarts before it gives up', async () => {
    vi.useFakeTimers()
    const away = { status: 503, statusText: 'Service Unavailable' }
    stubServer({ 'GET /api/auth': [away, away, { body: ada }] })
    const { store } = startPage('t1')
    const loading = store.dispatch(loadUser())
    await vi.runAllTimersAsync()
    await loading
    expect(store.getState().auth.user).toEqual(ada)
  })
})

describe.each([
  ['login', 'POST /api/auth', () => logIn(form)],
  ['registration', 'POST /api/users', () => register({ ...form, name: 'Ada Lin' })],
])('%s', (_, name, enter) => {
  it('stores the token, then loads the user with it', async () => {
    const sent = stubServer({ [name]: { body: { token: 't2' } }, 'GET /api/auth': { body: ada } })
    const { store, storage } = startPage()
    expect(await store.dispatch(enter())).toEqual([])
    expect(storage.getItem('token')).toBe('t2')
    expect(store.getState().auth).toMatchObject({ token: 't2', isAuthenticated: true, loading: false })
    await vi.waitFor(() => expect(store.getState().auth.user).toEqual(ada))
    expect(sent[0]?.headers).toEqual({ 'content-type': 'application/json' })
    expect(sent[1]).toMatchObject({ name: 'GET /api/auth', headers: { 'x-auth-token': 't2' } })
  })

  it('shows every error of a failure as a danger alert and ends unauthenticated', async () => {
    const errors = [{ msg: 'Name is required', field: 'name' }, { msg: 'User already exists' }]
    stubServer({ [name]: { status: 400, statusText: 'Bad Request', body: { errors } } })
    const { store } = startPage()
    expect(await store.dispatch(enter())).toEqual(errors)
    expect(store.getState().alert.map(({ msg, type }) => [msg, type])).toEqual([
      ['Name is required', 'danger'],
      ['User already exists', 'danger'],
    ])
    expect(store.getState().auth).toEqual(signedOutState)
  })

  it('says so when the server does not answer', async () => {
    stubServer({})
    const { store } = startPage()
    await store.dispatch(enter())
    expect(store.getState().alert[0]).toMatchObject({ msg: 'The server does not answer. Please try again.' })
  })
})

describe('the end of a session', () => {
  async function signedIn() {
    const page = startPage('t1')
    stubServer({ 'GET /api/auth': { body: ada } })
    await page.store.dispatch(loadUser())
    return page
  }

  it('comes with logout, whatever the server answers', async () => {
    const { store, storage } = await signedIn()
    const sent = stubServer({})
    store.dispatch(logOut())
    expect(store.getState().auth).toEqual(signedOutState)
    expect(storage.getItem('token')).toBeNull()
    expect(sent).toMatchObject([{ name: 'DELETE /api/auth', headers: { 'x-auth-token': 't1' } }])
  })

  it('comes with a 401 to any call, and empties what was private', async () => {
    const { store } = await signedIn()
    store.dispatch(profileLoaded(profile('ada')))
    stubServer({ 'GET /api/auth': refused })
    await store.dispatch(loadUser())
    expect(store.getState().auth).toEqual(signedOutState)
    expect(store.getState().profile.profile).toBeNull()
  })

  it('comes when another tab logs out', async () => {
    const { store, otherTab } = await signedIn()
    otherTab(null)
    expect(store.getState().auth).toEqual(signedOutState)
  })

  it('gives way to whoever logs in in another tab', async () => {
    const { store, otherTab } = await signedIn()
    const bob = { ...ada, _id: 'bob', name: 'Bob' }
    const sent = stubServer({ 'GET /api/auth': { body: bob } })
    otherTab('t9')
    await vi.waitFor(() => expect(store.getState().auth.user).toEqual(bob))
    expect(sent[0]?.headers).toEqual({ 'x-auth-token': 't9' })
  })

  it('is not undone by a user that arrives too late', async () => {
    const { store } = await signedIn()
    stubServer({ 'GET /api/auth': { body: ada }, 'DELETE /api/auth': {} })
    const late = store.dispatch(loadUser())
    store.dispatch(logOut())
    await late
    expect(store.getState().auth).toEqual(signedOutState)
  })
})
