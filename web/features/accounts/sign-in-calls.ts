import type { FieldError } from '../../../contract/errors.ts'
import { call, callOnly } from '../../app/api/client.ts'
import { submit } from '../../app/api/outcome.ts'
import { requireObject } from '../../app/api/responses.ts'
import { removeDrafts } from '../../app/api/storage.ts'
import { showAlert, showErrors } from '../../app/state/alert-slice.ts'
import { signedIn, signedOut, signInFailed } from '../../app/state/auth-slice.ts'
import type { Thunk } from '../../app/state/store.ts'
import { loadUser } from './session.ts'

// Separate from the other account calls, because the first load does not need these.

type Credentials = { email: string; password: string }

export const logIn = (form: Credentials) => enter(() => call('POST /api/auth', { body: form }))

export const register = (form: Credentials & { name: string; invitation?: string }) =>
  enter(() => call('POST /api/users', { body: form }))

const enter =
  (send: () => Promise<{ token: string }>): Thunk<Promise<FieldError[]>> =>
  (dispatch, getState) =>
    submit(
      send(),
      (response) => {
        const { token } = requireObject(response, 'token')
        // Someone else's data may still be here, together with their token.
        if (getState().auth.setAside) dispatch(signedOut())
        dispatch(signedIn({ token }))
        dispatch(loadUser())
      },
      (error) => {
        dispatch(showErrors(error.errors))
        dispatch(signInFailed())
      },
    )

/** If this fails, whoever is signed in stays so. */
export const enterByLink =
  (asked: Promise<{ token: string }>, next: () => void, showsErrors = true): Thunk<Promise<FieldError[]>> =>
  (dispatch) =>
    submit(
      asked,
      (response) => {
        const { token } = requireObject(response, 'token')
        // Someone else may have been signed in here.
        dispatch(signedOut())
        dispatch(signedIn({ token }))
        dispatch(loadUser())
        next()
      },
      (error) => showsErrors && dispatch(showErrors(error.errors)),
    )

/** The slices clear private data on `signedOut`. */
export const deleteAccount = (): Thunk<Promise<FieldError[]>> => (dispatch) =>
  submit(
    callOnly('DELETE /api/profile', {}),
    () => {
      removeDrafts()
      dispatch(signedOut())
      dispatch(showAlert('Your account has been permanently deleted', 'success'))
    },
    () => {},
  )
