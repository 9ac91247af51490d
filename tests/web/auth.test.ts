import { describe, expect, it, vi } from 'vitest'
import { errorsOf } from '../../web/app/api/results.ts'
import { tokenSetAside, userLoaded } from '../../web/app/state/auth-slice.ts'
import { profileLoaded } from '../../web/app/state/profile-slice.ts'
import type { Store } from '../../web/app/state/store.ts'
import { changeAccount, changeAvatar, changePassword } from '../../web/features/accounts/account-api.ts'
import { loadUser, logOut, refreshUser } from '../../web/features/accounts/session.ts'
import { loadPosts } from '../../web/features/posts/post-api.ts'
import { profileEndpoints } from '../../web/features/profiles/profile-api.ts'
import { logIn, register } from '../../web/features/sign-in/sign-in-api.ts'
import { ada, profile } from './sample-data.ts'
import { startPage, stubServer } from './stubs.ts'

const signedOutState = { token: null, isAuthenticated: false, loading: false, user: null, setAside: null }
const form = { email: 'ada@example.com', password: 'secret' }
const refused = { status: 401, statusText: 'Unauthorized', body: { errors: [{ msg: 'Token is not valid' }] } }

describe('at start', () => {
  it('reads the token from storage, and does not know the user yet', () => {
    expect(startPage('t1').store.getState().auth).toEqual({
      token: 't1',
      isAuthenticated: null,
      loading: true,
      user: null,
      setAside: null,
    })
  })

  it('loads the user with the stored token', async () => {
    const sent = stubServer({ 'GET /api/auth': { body: ada } })
    const { store, storage } = startPage('t1')
    await store.dispatch(loadUser())
    expect(sent).toEqual([{ name: 'GET /api/auth', headers: { 'x-auth-token': 't1' }, body: undefined }])
    expect(store.getState().auth).toEqual({
      token: 't1',
      isAuthenticated: true,
      loading: false,
      user: ada,
      setAside: null,
    })
    expect(storage.getItem('token')).toBe('t1')
  })

  it('makes no call without a token', async () => {
    const sent = stubServer({})
    const { store } = startPage()
    await store.dispatch(loadUser())
    expect(sent).toEqual([])
    expect(store.getState().auth).toEqual(signedOutState)
  })

  it('treats a rejected token as invalid', async () => {
    stubServer({ 'GET /api/auth': refused })
    const { store, storage } = startPage('t1')
    await store.dispatch(loadUser())
    expect(store.getState().auth).toEqual(signedOutState)
    expect(storage.getItem('token')).toBeNull()
    expect(storage.getItem('token-set-aside')).toBeNull()
  })

  it.each([
    ['no connection', undefined],
    ['a 429', { status: 429, statusText: 'Too Many Requests' }],
    ['a 502', { status: 502, statusText: 'Bad Gateway' }],
  ])('sets the token aside on %s, and signs in again once the server responds', async (_, trouble) => {
    vi.useFakeTimers()
    stubServer(trouble ? { 'GET /api/auth': trouble } : {})
    const { store, storage } = startPage('t1')
    const loading = store.dispatch(loadUser())
    await vi.advanceTimersByTimeAsync(1600)
    await loading
    expect(store.getState().auth).toEqual({
      ...signedOutState,
      setAside: { token: 't1', reason: expect.any(String) },
    })
    expect(storage.getItem('token')).toBeNull()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(store.getState().auth.isAuthenticated).toBe(false)
    const sent = stubServer({ 'GET /api/auth': { body: ada } })
    await vi.advanceTimersByTimeAsync(8_000)
    expect(sent).toMatchObject([{ name: 'GET /api/auth', headers: { 'x-auth-token': 't1' } }])
    expect(store.getState().auth).toMatchObject({ token: 't1', isAuthenticated: true, user: ada })
    expect(storage.getItem('token')).toBe('t1')
    expect(storage.getItem('token-set-aside')).toBeNull()
  })

  it('tries a token that was set aside before a reload', async () => {
    const sent = stubServer({ 'GET /api/auth': { body: ada } })
    const { store, storage } = startPage(null, 't1')
    await store.dispatch(loadUser())
    expect(sent[0]?.headers).toEqual({ 'x-auth-token': 't1' })
    expect(storage.getItem('token')).toBe('t1')
  })

  it('drops a token that is rejected while it is set aside', async () => {
    vi.useFakeTimers()
    stubServer({})
    const { store, storage } = startPage('t1')
    const loading = store.dispatch(loadUser())
    await vi.advanceTimersByTimeAsync(1600)
    await loading
    const sent = stubServer({ 'GET /api/auth': refused })
    await vi.advanceTimersByTimeAsync(60_000)
    expect(sent).toHaveLength(1)
    expect(store.getState().auth).toEqual(signedOutState)
    expect(storage.getItem('token-set-aside')).toBeNull()
  })

  it('waits for a restarting server before it gives up', async () => {
    vi.useFakeTimers()
    const unavailable = { status: 503, statusText: 'Service Unavailable' }
    stubServer({ 'GET /api/auth': [unavailable, unavailable, { body: ada }] })
    const { store } = startPage('t1')
    const loading = store.dispatch(loadUser())
    await vi.runAllTimersAsync()
    await loading
    expect(store.getState().auth.user).toEqual(ada)
  })
})

describe.each([
  ['login', 'POST /api/auth', () => logIn.initiate({ body: form })],
  ['registration', 'POST /api/users', () => register.initiate({ body: { ...form, name: 'Ada Lin' } })],
])('%s', (_, name, enter) => {
  it('stores the token, then loads the user with it', async () => {
    const sent = stubServer({ [name]: { body: { token: 't2' } }, 'GET /api/auth': { body: ada } })
    const { store, storage } = startPage()
    expect(await errorsOf(store.dispatch(enter()))).toEqual([])
    expect(storage.getItem('token')).toBe('t2')
    expect(store.getState().auth).toMatchObject({ token: 't2', isAuthenticated: true, loading: false })
    await expect.poll(() => store.getState().auth.user).toEqual(ada)
    expect(sent[0]?.headers).toEqual({ 'content-type': 'application/json' })
    expect(sent[1]).toMatchObject({ name: 'GET /api/auth', headers: { 'x-auth-token': 't2' } })
  })

  it('shows every error as a danger alert and ends unauthenticated', async () => {
    const errors = [{ msg: 'Name is required', field: 'name' }, { msg: 'User already exists' }]
    stubServer({ [name]: { status: 400, statusText: 'Bad Request', body: { errors } } })
    const { store } = startPage()
    expect(await errorsOf(store.dispatch(enter()))).toEqual(errors)
    expect(store.getState().alert.map(({ msg, type }) => [msg, type])).toEqual([
      ['Name is required', 'danger'],
      ['User already exists', 'danger'],
    ])
    expect(store.getState().auth).toEqual(signedOutState)
  })

  it('clears the data of the member whose token was set aside', async () => {
    const { store } = startPage('t1')
    store.dispatch(userLoaded(ada))
    store.dispatch(profileLoaded(profile('ada')))
    store.dispatch(tokenSetAside('The server has a problem.'))
    stubServer({ [name]: { body: { token: 't2' } }, 'GET /api/auth': { body: { ...ada, _id: 'bob' } } })
    await store.dispatch(enter())
    expect(store.getState().profile.profile).toBeNull()
  })

  it('shows an alert when the server does not respond', async () => {
    stubServer({})
    const { store } = startPage()
    await store.dispatch(enter())
    expect(store.getState().alert[0]).toMatchObject({ msg: "Can't reach the server. Try again." })
  })
})

describe('the end of a session', () => {
  async function signedIn() {
    const page = startPage('t1')
    stubServer({ 'GET /api/auth': { body: ada } })
    await page.store.dispatch(loadUser())
    return page
  }

  it('comes with logout, whatever the server responds', async () => {
    const { store, storage } = await signedIn()
    const sent = stubServer({})
    store.dispatch(logOut())
    expect(store.getState().auth).toEqual(signedOutState)
    expect(storage.getItem('token')).toBeNull()
    expect(sent).toMatchObject([{ name: 'DELETE /api/auth', headers: { 'x-auth-token': 't1' } }])
  })

  it('comes with a 401 to the call for the user, and clears private data', async () => {
    const { store } = await signedIn()
    store.dispatch(profileLoaded(profile('ada')))
    stubServer({ 'GET /api/auth': refused })
    await store.dispatch(loadUser())
    expect(store.getState().auth).toEqual(signedOutState)
    expect(store.getState().profile.profile).toBeNull()
  })

  it('comes with a 401 to another call only if the call for the user gets one too', async () => {
    const { store } = await signedIn()
    const sent = stubServer({
      'GET /api/posts': refused,
      'GET /api/posts?feed=questions': refused,
      'GET /api/auth': { body: ada },
    })
    const load = () => store.dispatch(loadPosts.initiate(undefined, { forceRefetch: true }))
    await Promise.all([load(), store.dispatch(loadPosts.initiate({ query: { feed: 'questions' } }))])
    await expect.poll(() => sent.map(({ name }) => name)).toContain('GET /api/auth')
    expect(sent.filter(({ name }) => name === 'GET /api/auth')).toHaveLength(1)
    expect(store.getState().auth).toMatchObject({ token: 't1', isAuthenticated: true })
    stubServer({ 'GET /api/posts': refused, 'GET /api/auth': refused })
    await load()
    await expect.poll(() => store.getState().auth).toEqual(signedOutState)
  })

  it('comes with a 401 when the account is loaded again, but not with a 503', async () => {
    const { store } = await signedIn()
    stubServer({ 'GET /api/auth': [{ status: 503 }, refused] })
    await store.dispatch(refreshUser())
    expect(store.getState().auth).toMatchObject({ token: 't1', isAuthenticated: true, user: ada })
    await store.dispatch(refreshUser())
    expect(store.getState().auth).toEqual(signedOutState)
  })

  it('comes when another tab logs out', async () => {
    const { store, otherTab } = await signedIn()
    otherTab(null)
    expect(store.getState().auth).toEqual(signedOutState)
  })

  it('does not come when another tab sets the token aside', async () => {
    const { store, storage, otherTab } = await signedIn()
    storage.setItem('token-set-aside', 't1')
    otherTab(null)
    expect(store.getState().auth).toMatchObject({ token: 't1', isAuthenticated: true })
  })

  it('is replaced by a login in another tab', async () => {
    const { store, otherTab } = await signedIn()
    const bob = { ...ada, _id: 'bob', name: 'Bob' }
    const sent = stubServer({ 'GET /api/auth': { body: bob } })
    otherTab('t9')
    await expect.poll(() => store.getState().auth.user).toEqual(bob)
    expect(sent[0]?.headers).toEqual({ 'x-auth-token': 't9' })
  })

  it('is not undone by a user that is loaded too late', async () => {
    const { store } = await signedIn()
    stubServer({ 'GET /api/auth': { body: ada }, 'DELETE /api/auth': {} })
    const late = store.dispatch(loadUser())
    store.dispatch(logOut())
    await late
    expect(store.getState().auth).toEqual(signedOutState)
  })

  it.each([
    [
      'password',
      'PUT /api/auth/password',
      { token: 't2' },
      (store: Store) =>
        errorsOf(store.dispatch(changePassword.initiate({ body: { password: 'a', newPassword: 'b' } }))),
    ],
    [
      'name',
      'PUT /api/auth/account',
      ada,
      (store: Store) => errorsOf(store.dispatch(changeAccount.initiate({ body: { name: 'Ada' } }))),
    ],
    [
      'picture',
      'PUT /api/auth/avatar',
      ada,
      (store: Store) => store.dispatch(changeAvatar(undefined, () => {})),
    ],
    [
      'profile',
      'POST /api/profile',
      profile('ada'),
      (store: Store) => errorsOf(store.dispatch(profileEndpoints.updateProfile.initiate({ body: {} }))),
    ],
  ])('is not undone by a new %s that is saved too late', async (_, name, body, save) => {
    const { store, storage } = await signedIn()
    stubServer({ [name]: { body }, 'DELETE /api/auth': {} })
    const late = save(store)
    store.dispatch(logOut())
    expect(await late).toEqual([])
    expect(store.getState()).toMatchObject({ auth: signedOutState, alert: [] })
    expect(store.getState().profile.profile).toBeNull()
    expect(storage.getItem('token')).toBeNull()
  })

  it('keeps the next member from getting a late name of the last one', async () => {
    const { store } = await signedIn()
    stubServer({ 'PUT /api/auth/account': { body: ada }, 'POST /api/auth': { body: { token: 't2' } } })
    const late = store.dispatch(changeAccount.initiate({ body: { name: 'Ada' } }))
    store.dispatch(logOut())
    await store.dispatch(logIn.initiate({ body: form }))
    await late
    expect(store.getState().auth.user).toBeNull()
  })
})

describe('loading the account again', () => {
  it('keeps what the user has changed in the meantime', async () => {
    const muting = { ...ada, muted: ['loud'] }
    const sent = stubServer({ 'GET /api/auth': [{ body: ada }, { body: ada }, { body: muting }] })
    const { store } = startPage('t1')
    await store.dispatch(loadUser())
    const refreshing = store.dispatch(refreshUser())
    store.dispatch(userLoaded(muting))
    await refreshing
    expect(store.getState().auth.user?.muted).toContain('loud')
    expect(sent).toHaveLength(3)
  })
})
