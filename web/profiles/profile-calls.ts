import type { Profile } from '../../contract/profiles.ts'
import { signedOut, userLoaded } from '../accounts/auth-slice.ts'
import { showAlert, showErrors } from '../alerts/alert-slice.ts'
import { type ApiError, call, callPage, type FieldError } from '../api.ts'
import { asApiError, type Outcome, settle, submit, toStateError } from '../outcome.ts'
import { pageReached } from '../paging-slice.ts'
import type { Thunk } from '../store.ts'
import {
  moreProfilesLoaded,
  profileCleared,
  profileFailed,
  profileLoaded,
  profileRequested,
  profilesLoaded,
  reposLoaded,
} from './profile-slice.ts'

/** The profile in the state may be someone else's; it makes room before another one opens. */
const makeRoomFor =
  (userId: string | undefined): Thunk =>
  (dispatch, getState) => {
    if (getState().profile.profile?.user._id !== userId) dispatch(profileCleared())
    dispatch(profileRequested())
  }

export const openProfile =
  (id: string, signal: AbortSignal): Thunk<Promise<Outcome>> =>
  (dispatch) => {
    dispatch(makeRoomFor(id))
    return settle(
      signal,
      call('GET /api/profile/user/:id', { params: { id }, signal }),
      (profile) => dispatch(profileLoaded(profile)),
      (error) => dispatch(profileFailed(toStateError(error))),
    )
  }

export const loadOwnProfile =
  (signal: AbortSignal): Thunk<Promise<Outcome>> =>
  async (dispatch, getState) => {
    dispatch(makeRoomFor(getState().auth.user?._id))
    try {
      // A failed call is an error in the browser's console; having no profile yet is none.
      if (getState().auth.user?.hasProfile === false && !getState().profile.profile) {
        const user = await call('GET /api/auth', { signal })
        if (signal.aborted) return 'failed'
        dispatch(userLoaded(user))
        if (user.hasProfile === false) {
          dispatch(profileFailed({ msg: 'Not Found', status: 404 }))
          return 'missing'
        }
      }
    } catch (thrown) {
      const error = asApiError(thrown)
      if (!signal.aborted) dispatch(profileFailed(toStateError(error)))
      return 'failed'
    }
    return settle(
      signal,
      call('GET /api/profile/me', { signal }),
      (profile) => dispatch(profileLoaded(profile)),
      (error) => dispatch(profileFailed(toStateError(error))),
    )
  }

export const loadProfiles =
  (signal: AbortSignal): Thunk<Promise<Outcome>> =>
  (dispatch) => {
    dispatch(profileRequested())
    return settle(
      signal,
      callPage('GET /api/profile', { signal }),
      ({ items, next }) => {
        dispatch(profilesLoaded(items))
        dispatch(pageReached({ profiles: next }))
      },
      (error) => dispatch(profileFailed(toStateError(error))),
    )
  }

export const loadMoreProfiles = (): Thunk<Promise<FieldError[]>> => (dispatch, getState) =>
  submit(
    callPage('GET /api/profile', { cursor: getState().paging.profiles }),
    ({ items, next }) => {
      dispatch(moreProfilesLoaded(items))
      dispatch(pageReached({ profiles: next }))
    },
    (error) => dispatch(profileFailed(toStateError(error))),
  )

export const loadRepos =
  (username: string, signal: AbortSignal): Thunk<Promise<Outcome>> =>
  (dispatch) =>
    settle(
      signal,
      call('GET /api/profile/github/:username', { params: { username }, signal }),
      (repos) => dispatch(reposLoaded(repos)),
      (error) => dispatch(profileFailed(toStateError(error))),
    )

/** A form that failed says why in alerts; both kinds of failure leave a profile error. */
const failWithAlerts =
  (error: ApiError): Thunk =>
  (dispatch) => {
    dispatch(showErrors(error.errors))
    dispatch(profileFailed(toStateError(error)))
  }

const save =
  (ask: () => Promise<Profile>, praise: string, next?: () => void): Thunk<Promise<FieldError[]>> =>
  (dispatch) =>
    submit(
      ask(),
      (profile) => {
        next?.()
        dispatch(profileLoaded(profile))
        dispatch(showAlert(praise, 'success'))
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

const removeCredential =
  (ask: () => Promise<Profile>, praise: string): Thunk<Promise<FieldError[]>> =>
  (dispatch) =>
    submit(
      ask(),
      (profile) => {
        dispatch(profileLoaded(profile))
        dispatch(showAlert(praise, 'success'))
      },
      (error) => dispatch(profileFailed(toStateError(error))),
    )

export const removeExperience = (id: string) =>
  removeCredential(() => call('DELETE /api/profile/experience/:id', { params: { id } }), 'Experience Removed')

export const removeEducation = (id: string) =>
  removeCredential(() => call('DELETE /api/profile/education/:id', { params: { id } }), 'Education Removed')

export const deleteAccount = (): Thunk<Promise<FieldError[]>> => (dispatch) =>
  submit(
    call('DELETE /api/profile', {}),
    () => {
      dispatch(profileCleared())
      dispatch(signedOut())
      dispatch(showAlert('Your account has been permanently deleted', 'success'))
    },
    (error) => dispatch(profileFailed(toStateError(error))),
  )
