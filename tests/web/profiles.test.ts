import { describe, expect, it, vi } from 'vitest'
import { userLoaded } from '../../web/app/state/auth-slice.ts'
import {
  profileCleared,
  profileLoaded,
  profilesLoaded,
  reposLoaded,
} from '../../web/app/state/profile-slice.ts'
import { deleteAccount } from '../../web/features/accounts/account-api.ts'
import { logOut } from '../../web/features/accounts/session.ts'
import {
  addEducation,
  addExperience,
  createProfile,
  loadMoreProfiles,
  loadOwnProfile,
  loadProfiles,
  loadRepos,
  openProfile,
  removeEducation,
  removeExperience,
  updateProfile,
} from '../../web/features/profiles/profile-calls.ts'
import { logIn } from '../../web/features/sign-in/sign-in-api.ts'
import { ada, profile } from './samples.ts'
import { startPage, stubServer } from './stubs.ts'

const { signal } = new AbortController()
const repo = {
  id: 1,
  name: 'lattice',
  html_url: 'https://example.com/lattice',
  description: null,
  stargazers_count: 1,
  watchers_count: 2,
  forks_count: 3,
}
const notFound = { status: 404, statusText: 'Not Found', body: { errors: [{ msg: 'Profile not found' }] } }
const badRequest = {
  status: 400,
  statusText: 'Bad Request',
  body: { errors: [{ msg: 'Status is required', field: 'status' }, { msg: 'Skills is required' }] },
}

function start() {
  const { store } = startPage('t1')
  const alerts = () => store.getState().alert.map(({ msg, type }) => `${type}: ${msg}`)
  return { store, alerts, state: () => store.getState().profile }
}

it('begins empty and loading', () => {
  expect(start().state()).toEqual({
    profile: null,
    profiles: [],
    nextProfiles: null,
    repos: [],
    loading: true,
    error: null,
  })
})

describe('fetching', () => {
  it('stores a profile', async () => {
    const { store, state } = start()
    stubServer({ 'GET /api/profile/user/bob': { body: profile('bob') } })
    expect(await store.dispatch(openProfile('bob', signal))).toBe('ready')
    expect(state()).toMatchObject({ profile: profile('bob'), loading: false, error: null })
  })

  it('never shows the previous profile while the next one loads', async () => {
    const { store, state } = start()
    store.dispatch(profileLoaded(profile('ada')))
    store.dispatch(reposLoaded([repo]))
    stubServer({ 'GET /api/profile/user/bob': { body: profile('bob') } })
    const opening = store.dispatch(openProfile('bob', signal))
    expect(state()).toMatchObject({ profile: null, repos: [], loading: true })
    await opening
    expect(state().profile?.user._id).toBe('bob')
  })

  it('ignores a profile that arrives after its page was left', async () => {
    const { store, state } = start()
    const controller = new AbortController()
    stubServer({ 'GET /api/profile/user/ada': { body: profile('ada') } })
    const opening = store.dispatch(openProfile('ada', controller.signal))
    controller.abort()
    await opening
    expect(state().profile).toBeNull()
  })

  it('stores a failure as status text and code, without an alert', async () => {
    const { store, state, alerts } = start()
    stubServer({ 'GET /api/profile/user/bob': notFound, 'GET /api/profile/github/bob': notFound })
    expect(await store.dispatch(openProfile('bob', signal))).toBe('missing')
    expect(state()).toMatchObject({ loading: false, error: { msg: 'Not Found', status: 404 } })
    expect(await store.dispatch(loadRepos('bob', signal))).toBe('missing')
    expect(alerts()).toEqual([])
  })

  it('stores repos', async () => {
    const { store, state } = start()
    stubServer({ 'GET /api/profile/github/octo': { body: [repo] } })
    await store.dispatch(loadRepos('octo', signal))
    expect(state().repos).toEqual([repo])
  })

  it('stores the list page by page, without duplicates', async () => {
    const { store, state } = start()
    const link = '</api/profile?cursor=c%2B1&limit=50>; rel="next"'
    stubServer({
      'GET /api/profile': { body: [profile('ada'), profile('bob')], headers: { link } },
      'GET /api/profile?cursor=c%2B1': { body: [profile('bob'), profile('eve')] },
    })
    await store.dispatch(loadProfiles(signal))
    expect(state().nextProfiles).toBe('c+1')
    await store.dispatch(loadMoreProfiles())
    expect(state().profiles.map(({ user }) => user._id)).toEqual(['ada', 'bob', 'eve'])
    expect(state().nextProfiles).toBeNull()
  })

  it('keeps the list and its cursor through a failed login and a logout', async () => {
    const { store, state } = start()
    store.dispatch(profilesLoaded({ items: [profile('ada')], next: 'c1' }))
    stubServer({ 'POST /api/auth': badRequest })
    await store.dispatch(logIn.initiate({ body: { email: 'ada@example.com', password: 'wrong' } }))
    store.dispatch(logOut())
    expect(state()).toMatchObject({ profiles: [profile('ada')], nextProfiles: 'c1' })
  })

  it.each([
    ['a 404', notFound],
    ['a 400', badRequest],
    ['null', { body: null }],
  ])('understands %s as having no profile', async (_, reply) => {
    const { store, state } = start()
    store.dispatch(profileLoaded(profile('ada')))
    stubServer({ 'GET /api/profile/me': reply })
    expect(await store.dispatch(loadOwnProfile(ada, signal))).toBe('missing')
    expect(state().profile).toBeNull()
  })

  it.each([401, 429, 500])('does not understand a %s as having no profile', async (status) => {
    const { store } = start()
    stubServer({ 'GET /api/profile/me': { status } })
    expect(await store.dispatch(loadOwnProfile(ada, signal))).toBe('failed')
  })

  it('needs only the fields of the specification, and accepts a user that is only an id', async () => {
    const { store, state } = start()
    store.dispatch(userLoaded({ _id: 'ada', name: 'Ada Lin' }))
    const lean = {
      user: 'ada',
      status: 'Developer',
      skills: ['HTML'],
      experience: [{ _id: 'e1', title: 'Engineer', company: 'Contoso', from: '2020-01-01', to: '' }],
    }
    stubServer({ 'GET /api/profile/me': { body: lean } })
    await store.dispatch(loadOwnProfile({ _id: 'ada', name: 'Ada Lin' }, signal))
    expect(state().profile).toEqual(
      profile('ada', {
        _id: 'ada',
        user: { _id: 'ada', name: 'Ada Lin', handle: '', avatar: '' },
        experience: [
          {
            _id: 'e1',
            title: 'Engineer',
            company: 'Contoso',
            location: null,
            from: '2020-01-01',
            to: null,
            current: false,
            description: null,
          },
        ],
        date: '',
      }),
    )
  })
})

describe.each([
  ['Profile Created', 'POST /api/profile', (next: () => void) => createProfile({ status: 'Other' }, next)],
  [
    'Experience Added',
    'PUT /api/profile/experience',
    (next: () => void) => addExperience({ title: 'x' }, true, next),
  ],
  [
    'Education Added',
    'PUT /api/profile/education',
    (next: () => void) => addEducation({ school: 'x' }, false, next),
  ],
])('%s', (message, name, send) => {
  it('stores the response, shows an alert and navigates', async () => {
    const { store, state, alerts } = start()
    const next = vi.fn()
    stubServer({ [name]: { body: profile('ada') } })
    expect(await store.dispatch(send(next))).toEqual([])
    expect(state()).toMatchObject({ profile: profile('ada'), loading: false })
    expect(alerts()).toEqual([`success: ${message}`])
    expect(next).toHaveBeenCalledOnce()
  })

  it('shows every error as an alert and stores a profile error', async () => {
    const { store, state, alerts } = start()
    const next = vi.fn()
    stubServer({ [name]: badRequest })
    expect(await store.dispatch(send(next))).toEqual(badRequest.body.errors)
    expect(alerts()).toEqual(['danger: Status is required', 'danger: Skills is required'])
    expect(state().error).toEqual({ msg: 'Bad Request', status: 400 })
    expect(next).not.toHaveBeenCalled()
  })
})

it('updates a profile in place', async () => {
  const { store, state, alerts } = start()
  stubServer({ 'POST /api/profile': { body: profile('ada', { company: 'Northwind' }) } })
  await store.dispatch(updateProfile({ company: 'Northwind' }))
  expect(state().profile?.company).toBe('Northwind')
  expect(alerts()).toEqual(['success: Profile Updated'])
})

it('leaves a profile open that was opened while a change was saved', async () => {
  const { store, state } = start()
  store.dispatch(userLoaded(ada))
  store.dispatch(profileLoaded(profile(ada._id)))
  stubServer({ 'POST /api/profile': { body: profile(ada._id, { company: 'Northwind' }) } })
  const saved = store.dispatch(updateProfile({ company: 'Northwind' }))
  store.dispatch(profileLoaded(profile('kofi')))
  await saved
  expect(state().profile?.user._id).toBe('kofi')
})

describe.each([
  ['Experience Removed', 'DELETE /api/profile/experience/e1', removeExperience],
  ['Education Removed', 'DELETE /api/profile/education/e1', removeEducation],
])('%s', (message, name, remove) => {
  it('replaces the profile with the response', async () => {
    const { store, state, alerts } = start()
    store.dispatch(profileLoaded(profile('ada', { company: 'Old' })))
    stubServer({ [name]: { body: profile('ada', { company: 'New' }) } })
    await store.dispatch(remove('e1'))
    expect(state().profile?.company).toBe('New')
    expect(alerts()).toEqual([`success: ${message}`])
  })

  it('stores a failure in the state, without an alert', async () => {
    const { store, state, alerts } = start()
    stubServer({ [name]: notFound })
    await store.dispatch(remove('e1'))
    expect(state().error).toEqual({ msg: 'Not Found', status: 404 })
    expect(alerts()).toEqual([])
  })
})

it('empties profile and repos when cleared', () => {
  const { store, state } = start()
  store.dispatch(profileLoaded(profile('ada')))
  store.dispatch(reposLoaded([repo]))
  store.dispatch(profileCleared())
  expect(state()).toMatchObject({ profile: null, repos: [] })
})

it('ends the session when the account is deleted', async () => {
  const { store, state, alerts } = start()
  store.dispatch(profileLoaded(profile('ada')))
  stubServer({ 'DELETE /api/profile': { body: { msg: 'User deleted' } } })
  await store.dispatch(deleteAccount.initiate())
  expect(state().profile).toBeNull()
  expect(store.getState().auth).toMatchObject({ token: null, isAuthenticated: false })
  expect(alerts()).toEqual(['success: Your account has been permanently deleted'])
})
