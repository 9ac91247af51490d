import {
  type ApiError,
  call,
  callPage,
  type FieldError,
  type Page,
  requireList,
  requireObject,
} from '../../app/api/client.ts'
import { type Outcome, requireResponse, settle, submit, toStateError } from '../../app/api/outcome.ts'
import { showAlert, showErrors } from '../../app/state/alert-slice.ts'
import {
  moreProfilesLoaded,
  profileCleared,
  profileFailed,
  profileLoaded,
  profileRequested,
  profilesLoaded,
  reposLoaded,
} from '../../app/state/profile-slice.ts'
import type { Thunk } from '../../app/state/store.ts'
import { type Person, type ProfileResponse, readProfile } from './read-profile.ts'

/** The profile of another user must not stay while this one loads. */
const startLoading =
  (userId: string | undefined): Thunk =>
  (dispatch, getState) => {
    if (getState().profile.profile?.user._id !== userId) dispatch(profileCleared())
    dispatch(profileRequested())
  }

const load =
  (owner: Person, ask: Promise<ProfileResponse>, signal: AbortSignal): Thunk<Promise<Outcome>> =>
  async (dispatch) => {
    const outcome = await settle(
      signal,
      requireResponse(ask),
      (profile) => dispatch(profileLoaded(readProfile(profile, owner))),
      (error) => dispatch(profileFailed(toStateError(error))),
    )
    if (outcome === 'missing' && !signal.aborted) dispatch(profileCleared())
    return outcome
  }

export const openProfile =
  (id: string, signal: AbortSignal): Thunk<Promise<Outcome>> =>
  (dispatch, getState) => {
    dispatch(startLoading(id))
    const { user } = getState().auth
    const owner = user?._id === id ? user : { _id: id, name: '' }
    return dispatch(load(owner, call('GET /api/profile/user/:id', { params: { id }, signal }), signal))
  }

export const loadOwnProfile =
  (user: Person, signal: AbortSignal): Thunk<Promise<Outcome>> =>
  (dispatch) => {
    dispatch(startLoading(user._id))
    return dispatch(load(user, call('GET /api/profile/me', { signal }), signal))
  }

const readProfiles = ({ items, next }: Page<ProfileResponse>) => ({
  items: items.map((profile) => readProfile(profile, null)),
  next,
})

export const loadProfiles =
  (signal: AbortSignal): Thunk<Promise<Outcome>> =>
  (dispatch) => {
    dispatch(profileRequested())
    return settle(
      signal,
      callPage('GET /api/profile', { signal }),
      (page) => dispatch(profilesLoaded(readProfiles(page))),
      (error) => dispatch(profileFailed(toStateError(error))),
    )
  }

export const loadMoreProfiles = (): Thunk<Promise<FieldError[]>> => (dispatch, getState) =>
  submit(
    callPage('GET /api/profile', { cursor: getState().profile.nextProfiles }),
    (page) => dispatch(moreProfilesLoaded(readProfiles(page))),
    (error) => dispatch(profileFailed(toStateError(error))),
  )

export const loadRepos =
  (username: string, signal: AbortSignal): Thunk<Promise<Outcome>> =>
  (dispatch) =>
    settle(
      signal,
      call('GET /api/profile/github/:username', { params: { username }, signal }),
      (repos) => dispatch(reposLoaded(requireList(repos).map((repo) => requireObject(repo, 'name')))),
      (error) => dispatch(profileFailed(toStateError(error))),
    )

/** Failed forms show alerts; all failures store a profile error. */
const failWithAlerts =
  (error: ApiError): Thunk =>
  (dispatch) => {
    dispatch(showErrors(error.errors))
    dispatch(profileFailed(toStateError(error)))
  }

const ownProfileChanged =
  (response: ProfileResponse): Thunk =>
  (dispatch, getState) =>
    dispatch(profileLoaded(readProfile(response, getState().auth.user)))

const save =
  (
    ask: () => Promise<ProfileResponse>,
    successMessage: string,
    next?: () => void,
  ): Thunk<Promise<FieldError[]>> =>
  (dispatch) =>
    submit(
      ask(),
      (profile) => {
        next?.()
        dispatch(ownProfileChanged(profile))
        dispatch(showAlert(successMessage, 'success'))
      },
      (error) => dispatch(failWithAlerts(error)),
    )

type Typed = Record<string, string>

export const createProfile = (form: Typed, next: () => void) =>
  save(() => call('POST /api/profile', { body: form }), 'Profile Created', next)

export const updateProfile = (form: Typed) =>
  save(() => call('POST /api/profile', { body: form }), 'Profile Updated')

export const addExperience = (form: Typed, current: boolean, next: () => void) =>
  save(() => call('PUT /api/profile/experience', { body: { ...form, current } }), 'Experience Added', next)

export const addEducation = (form: Typed, current: boolean, next: () => void) =>
  save(() => call('PUT /api/profile/education', { body: { ...form, current } }), 'Education Added', next)

export const updateExperience = (id: string, form: Typed, current: boolean, next: () => void) =>
  save(
    () => call('PUT /api/profile/experience/:id', { params: { id }, body: { ...form, current } }),
    'Experience Updated',
    next,
  )

export const updateEducation = (id: string, form: Typed, current: boolean, next: () => void) =>
  save(
    () => call('PUT /api/profile/education/:id', { params: { id }, body: { ...form, current } }),
    'Education Updated',
    next,
  )

const removeCredential =
  (ask: () => Promise<ProfileResponse>, successMessage: string): Thunk<Promise<FieldError[]>> =>
  (dispatch) =>
    submit(
      ask(),
      (profile) => {
        dispatch(ownProfileChanged(profile))
        dispatch(showAlert(successMessage, 'success'))
      },
      (error) => dispatch(profileFailed(toStateError(error))),
    )

export const removeExperience = (id: string) =>
  removeCredential(() => call('DELETE /api/profile/experience/:id', { params: { id } }), 'Experience Removed')

export const removeEducation = (id: string) =>
  removeCredential(() => call('DELETE /api/profile/education/:id', { params: { id } }), 'Education Removed')

export const addProject = (form: Typed, next: () => void) =>
  save(() => call('PUT /api/profile/projects', { body: form }), 'Project Added', next)

export const updateProject = (id: string, form: Typed, next: () => void) =>
  save(() => call('PUT /api/profile/projects/:id', { params: { id }, body: form }), 'Project Updated', next)

export const removeProject = (id: string) =>
  removeCredential(() => call('DELETE /api/profile/projects/:id', { params: { id } }), 'Project Removed')

export const orderProjects =
  (ids: string[]): Thunk<Promise<FieldError[]>> =>
  (dispatch) =>
    submit(
      call('PUT /api/profile/projects/order', { body: { ids } }),
      (profile) => dispatch(ownProfileChanged(profile)),
      (error) => dispatch(profileFailed(toStateError(error))),
    )

export const importResume = (resume: Record<string, unknown>, next: () => void) =>
  save(
    async () => (await call('POST /api/profile/resume', { query: {}, body: resume })).profile,
    'Résumé Imported',
    next,
  )
