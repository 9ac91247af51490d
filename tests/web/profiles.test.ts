import { describe, expect, it, vi } from 'vitest'
import { errorsOf, isNotFound } from '../../web/app/api/results.ts'
import { userLoaded } from '../../web/app/state/auth-slice.ts'
import {
  profileCleared,
  profileLoaded,
  profilesLoaded,
  reposLoaded,
} from '../../web/app/state/profile-slice.ts'
import type { Store } from '../../web/app/state/store.ts'
import { deleteAccount } from '../../web/features/accounts/account-api.ts'
import { logOut } from '../../web/features/accounts/session.ts'
import { profileEndpoints } from '../../web/features/profiles/profile-api.ts'
import { logIn } from '../../web/features/sign-in/sign-in-api.ts'
import { ada, profile } from './sample-data.ts'
import { startPage, stubServer } from './stubs.ts'

const { profile: openProfile, ownProfile, profiles, repos, ...saving } = profileEndpoints
const byId = (id: string) => ({ params: { id } })
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
    await store.dispatch(openProfile.initiate(byId('bob')))
    expect(state()).toMatchObject({ profile: profile('bob'), loading: false, error: null })
  })

  it('never shows the previous profile while the next one loads', async () => {
    const { store, state } = start()
    store.dispatch(profileLoaded(profile('ada')))
    store.dispatch(reposLoaded([repo]))
    stubServer({ 'GET /api/profile/user/bob': { body: profile('bob') } })
    const opening = store.dispatch(openProfile.initiate(byId('bob')))
    expect(state()).toMatchObject({ profile: null, repos: [], loading: true })
    await opening
    expect(state().profile?.user._id).toBe('bob')
  })

  it('ignores a profile that arrives after its page was left', async () => {
    const { store, state } = start()
    stubServer({ 'GET /api/profile/user/ada': { body: profile('ada'), delay: 20 } })
    const opening = store.dispatch(openProfile.initiate(byId('ada')))
    opening.unsubscribe()
    await opening
    expect(state().profile).toBeNull()
  })

  it('stores a failure as status text and code, without an alert', async () => {
    const { store, state, alerts } = start()
    stubServer({ 'GET /api/profile/user/bob': notFound, 'GET /api/profile/github/bob': notFound })
    expect(isNotFound((await store.dispatch(openProfile.initiate(byId('bob')))).error)).toBe(true)
    expect(state()).toMatchObject({ loading: false, error: { msg: 'Not Found', status: 404 } })
    const { error } = await store.dispatch(repos.initiate({ params: { username: 'bob' } }))
    expect(isNotFound(error)).toBe(true)
    expect(alerts()).toEqual([])
  })

  it('stores repos', async () => {
    const { store, state } = start()
    stubServer({ 'GET /api/profile/github/octo': { body: [repo] } })
    await store.dispatch(repos.initiate({ params: { username: 'octo' } }))
    expect(state().repos).toEqual([repo])
  })

  it('stores the list page by page, without duplicates', async () => {
    const { store, state } = start()
    const link = '</api/profile?cursor=c%2B1&limit=50>; rel="next"'
    stubServer({
      'GET /api/profile': { body: [profile('ada'), profile('bob')], headers: { link } },
      'GET /api/profile?cursor=c%2B1': { body: [profile('bob'), profile('eve')] },
    })
    await store.dispatch(profiles.initiate())
    expect(state().nextProfiles).toBe('c+1')
    await store.dispatch(profiles.initiate({ cursor: 'c+1' }))
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
    store.dispatch(userLoaded(ada))
    expect(isNotFound((await store.dispatch(ownProfile.initiate())).error)).toBe(true)
    expect(state().profile).toBeNull()
  })

  it.each([401, 429, 500])('does not understand a %s as having no profile', async (status) => {
    const { store } = start()
    stubServer({ 'GET /api/profile/me': { status } })
    const { error } = await store.dispatch(ownProfile.initiate())
    expect(error && isNotFound(error)).toBe(false)
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
    await store.dispatch(ownProfile.initiate())
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
  [
    'Profile Created',
    'POST /api/profile',
    (store: Store, onSent: () => void) =>
      store.dispatch(saving.createProfile.initiate({ body: { status: 'Other' }, onSent })),
  ],
  [
    'Experience Added',
    'PUT /api/profile/experience',
    (store: Store, onSent: () => void) =>
      store.dispatch(saving.addExperience.initiate({ body: { title: 'x', company: 'y' }, onSent })),
  ],
  [
    'Education Added',
    'PUT /api/profile/education',
    (store: Store, onSent: () => void) =>
      store.dispatch(saving.addEducation.initiate({ body: { school: 'x', degree: 'y' }, onSent })),
  ],
])('%s', (message, name, send) => {
  it('stores the response, shows an alert and navigates', async () => {
    const { store, state, alerts } = start()
    const next = vi.fn()
    stubServer({ [name]: { body: profile('ada') } })
    expect(await errorsOf(send(store, next))).toEqual([])
    expect(state()).toMatchObject({ profile: profile('ada'), loading: false })
    expect(alerts()).toEqual([`success: ${message}`])
    expect(next).toHaveBeenCalledOnce()
  })

  it('shows every error as an alert and stores a profile error', async () => {
    const { store, state, alerts } = start()
    const next = vi.fn()
    stubServer({ [name]: badRequest })
    expect(await errorsOf(send(store, next))).toEqual(badRequest.body.errors)
    expect(alerts()).toEqual(['danger: Status is required', 'danger: Skills is required'])
    expect(state().error).toEqual({ msg: 'Bad Request', status: 400 })
    expect(next).not.toHaveBeenCalled()
  })
})

it('updates a profile in place', async () => {
  const { store, state, alerts } = start()
  stubServer({ 'POST /api/profile': { body: profile('ada', { company: 'Northwind' }) } })
  await store.dispatch(saving.updateProfile.initiate({ body: { company: 'Northwind' } }))
  expect(state().profile?.company).toBe('Northwind')
  expect(alerts()).toEqual(['success: Profile Updated'])
})

it('leaves a profile open that was opened while a change was saved', async () => {
  const { store, state } = start()
  store.dispatch(userLoaded(ada))
  store.dispatch(profileLoaded(profile(ada._id)))
  stubServer({ 'POST /api/profile': { body: profile(ada._id, { company: 'Northwind' }) } })
  const saved = store.dispatch(saving.updateProfile.initiate({ body: { company: 'Northwind' } }))
  store.dispatch(profileLoaded(profile('kofi')))
  await saved
  expect(state().profile?.user._id).toBe('kofi')
})

describe.each([
  ['Experience Removed', 'DELETE /api/profile/experience/e1', saving.removeExperience],
  ['Education Removed', 'DELETE /api/profile/education/e1', saving.removeEducation],
])('%s', (message, name, remove) => {
  it('replaces the profile with the response', async () => {
    const { store, state, alerts } = start()
    store.dispatch(profileLoaded(profile('ada', { company: 'Old' })))
    stubServer({ [name]: { body: profile('ada', { company: 'New' }) } })
    await store.dispatch(remove.initiate(byId('e1')))
    expect(state().profile?.company).toBe('New')
    expect(alerts()).toEqual([`success: ${message}`])
  })

  it('stores a failure in the state, without an alert', async () => {
    const { store, state, alerts } = start()
    stubServer({ [name]: notFound })
    await store.dispatch(remove.initiate(byId('e1')))
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
