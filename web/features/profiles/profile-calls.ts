import type { FieldError } from '../../../contract/errors.ts'
import type { Profile } from '../../../contract/profiles.ts'
import { call, callPage } from '../../app/api/client.ts'
import { asApiError, loadInto, type Outcome, requireResponse, submit } from '../../app/api/outcome.ts'
import type { Page } from '../../app/api/request.ts'
import { requireList, requireObject } from '../../app/api/responses.ts'
import { toStateError } from '../../app/api/results.ts'
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
  (owner: Person, response: Promise<ProfileResponse>, signal: AbortSignal): Thunk<Promise<Outcome>> =>
  async (dispatch) => {
    const outcome = await loadInto(
      signal,
      requireResponse(response),
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

/** Null if the server does not say it. */
export const fetchOwnProfile = (): Thunk<Promise<Profile | null>> => async (_, getState) => {
  try {
    const profile = await requireResponse(call('GET /api/profile/me', {}))
    return readProfile(profile, getState().auth.user)
  } catch (error) {
    asApiError(error)
    return null
  }
}

const readProfiles = ({ items, next }: Page<ProfileResponse>) => ({
  items: items.map((profile) => readProfile(profile, null)),
  next,
})

export const loadProfiles =
  (signal: AbortSignal): Thunk<Promise<Outcome>> =>
  (dispatch) => {
    dispatch(profileRequested())
    return loadInto(
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
    loadInto(
      signal,
      call('GET /api/profile/github/:username', { params: { username }, signal }),
      (repos) => dispatch(reposLoaded(requireList(repos).map((repo) => requireObject(repo, 'name')))),
      (error) => dispatch(profileFailed(toStateError(error))),
    )

type Save = {
  success?: string
  next?: () => void
  /** Forms show their errors as alerts; all failures store a profile error. */
  hasAlerts?: boolean
}

const save =
  (
    send: () => Promise<ProfileResponse>,
    { success, next, hasAlerts = true }: Save,
  ): Thunk<Promise<FieldError[]>> =>
  (dispatch, getState) => {
    const before = getState()
    return submit(
      send(),
      (response) => {
        // The session may have ended since the call.
        if (getState().auth.user?._id !== before.auth.user?._id) return
        next?.()
        const { auth, profile } = getState()
        // Another profile may have been opened in the meantime.
        const isOpen =
          profile.profile === before.profile.profile || profile.profile?.user._id === auth.user?._id
        if (isOpen) dispatch(profileLoaded(readProfile(response, auth.user)))
        if (success) dispatch(showAlert(success, 'success'))
      },
      (error) => {
        if (hasAlerts) dispatch(showErrors(error.errors))
        dispatch(profileFailed(toStateError(error)))
      },
    )
  }

type Typed = Record<string, string>

export const createProfile = (form: Typed, next: () => void) =>
  save(() => call('POST /api/profile', { body: form }), { success: 'Profile Created', next })

export const updateProfile = (form: Typed) =>
  save(() => call('POST /api/profile', { body: form }), { success: 'Profile Updated' })

export const changeEmailAudience = (showEmail: string) =>
  save(() => call('POST /api/profile', { body: { showEmail } }), { success: 'Privacy Settings Saved' })

export const addExperience = (form: Typed, current: boolean, next: () => void) =>
  save(() => call('PUT /api/profile/experience', { body: { ...form, current } }), {
    success: 'Experience Added',
    next,
  })

export const addEducation = (form: Typed, current: boolean, next: () => void) =>
  save(() => call('PUT /api/profile/education', { body: { ...form, current } }), {
    success: 'Education Added',
    next,
  })

export const updateExperience = (id: string, form: Typed, current: boolean, next: () => void) =>
  save(() => call('PUT /api/profile/experience/:id', { params: { id }, body: { ...form, current } }), {
    success: 'Experience Updated',
    next,
  })

export const updateEducation = (id: string, form: Typed, current: boolean, next: () => void) =>
  save(() => call('PUT /api/profile/education/:id', { params: { id }, body: { ...form, current } }), {
    success: 'Education Updated',
    next,
  })

export const removeExperience = (id: string) =>
  save(() => call('DELETE /api/profile/experience/:id', { params: { id } }), {
    success: 'Experience Removed',
    hasAlerts: false,
  })

export const removeEducation = (id: string) =>
  save(() => call('DELETE /api/profile/education/:id', { params: { id } }), {
    success: 'Education Removed',
    hasAlerts: false,
  })

export const addProject = (form: Typed, next: () => void) =>
  save(() => call('PUT /api/profile/projects', { body: form }), { success: 'Project Added', next })

export const updateProject = (id: string, form: Typed, next: () => void) =>
  save(() => call('PUT /api/profile/projects/:id', { params: { id }, body: form }), {
    success: 'Project Updated',
    next,
  })

export const removeProject = (id: string) =>
  save(() => call('DELETE /api/profile/projects/:id', { params: { id } }), {
    success: 'Project Removed',
    hasAlerts: false,
  })

export const orderProjects = (ids: string[]) =>
  save(() => call('PUT /api/profile/projects/order', { body: { ids } }), { hasAlerts: false })

export const importResume = (resume: Record<string, unknown>, next: () => void) =>
  save(async () => (await call('POST /api/profile/resume', { query: {}, body: resume })).profile, {
    success: 'Résumé Imported',
    next,
  })
