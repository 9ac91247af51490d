import type { FieldError } from '../../../contract/errors.ts'
import { call } from '../../app/api/client.ts'
import { submit } from '../../app/api/outcome.ts'
import { requireObject } from '../../app/api/responses.ts'
import { showAlert, showErrors } from '../../app/state/alert-slice.ts'
import { type SignedInUser, tokenRenewed, userLoaded } from '../../app/state/auth-slice.ts'
import type { Thunk } from '../../app/state/store.ts'

export const changeAccount = (body: { name?: string; handle?: string }, successMessage: string) =>
  change(
    () => call('PUT /api/auth/account', { body }),
    (user: SignedInUser) => userLoaded(requireObject(user, '_id')),
    successMessage,
  )

export const changePassword = (body: { password?: string; newPassword?: string }) =>
  change(
    () => call('PUT /api/auth/password', { body }),
    (response) => tokenRenewed(requireObject(response, 'token').token),
    'Password Changed',
  )

/** The session may have ended since the call; the response is then ignored. */
function change<Value>(
  send: () => Promise<Value>,
  done: (value: Value) => ReturnType<typeof userLoaded | typeof tokenRenewed>,
  successMessage: string,
): Thunk<Promise<FieldError[]>> {
  return (dispatch, getState) => {
    const userId = getState().auth.user?._id
    return submit(
      send(),
      (value) => {
        if (getState().auth.user?._id !== userId) return
        dispatch(done(value))
        dispatch(showAlert(successMessage, 'success'))
      },
      (error) => dispatch(showErrors(error.errors)),
    )
  }
}
