import type { FieldError } from '../../../contract/errors.ts'
import { api, mutation, query } from '../../app/api/api.ts'
import { requireList, requireObject } from '../../app/api/responses.ts'
import { errorsOf, toCallError } from '../../app/api/results.ts'
import { removeDrafts } from '../../app/api/storage.ts'
import { alertErrors, showAlert, showErrors } from '../../app/state/alert-slice.ts'
import { signedOut, tokenRenewed, userLoaded } from '../../app/state/auth-slice.ts'
import type { Thunk } from '../../app/state/store.ts'
import { uploadPicture } from '../pictures/upload-picture.ts'
import { refreshUser } from './session.ts'

const accountApi = api.injectEndpoints({
  endpoints: (build) => ({
    changeAccount: mutation(build, 'PUT /api/auth/account', {
      read: (user) => requireObject(user, '_id'),
      onDone(user, { dispatch, sent: { body } }) {
        dispatch(userLoaded(user))
        dispatch(showAlert(body.handle === undefined ? 'Name Changed' : 'Handle Changed', 'success'))
      },
      onFail: alertErrors,
    }),
    changePassword: mutation(build, 'PUT /api/auth/password', {
      read: (response) => requireObject(response, 'token'),
      onDone({ token }, { dispatch }) {
        dispatch(tokenRenewed(token))
        dispatch(showAlert('Password Changed', 'success'))
      },
      onFail: alertErrors,
    }),
    changeEmail: mutation(build, 'PUT /api/auth/email', {
      read: (response) => requireObject(response, 'msg'),
      onDone({ msg }, { dispatch }) {
        dispatch(refreshUser())
        dispatch(showAlert(msg, 'success'))
      },
      onFail: alertErrors,
    }),
    resendConfirmation: mutation(build, 'POST /api/auth/confirmation', {
      read: (response) => requireObject(response, 'msg'),
    }),
    setAvatar: mutation(build, 'PUT /api/auth/avatar', {
      read: (user) => requireObject(user, '_id'),
      onDone(user, { dispatch, sent: { body } }) {
        dispatch(userLoaded(user))
        dispatch(showAlert(body.url ? 'Picture Changed' : 'Picture Deleted', 'success'))
      },
      onFail: alertErrors,
    }),
    sessions: query(build, 'GET /api/auth/sessions', { read: requireList }),
    endSession: mutation(build, 'DELETE /api/auth/sessions/:id', {
      read: requireList,
      onDone: (left, { dispatch }) =>
        dispatch(accountApi.util.updateQueryData('sessions', undefined, () => left)),
    }),
    deleteAccount: mutation(build, 'DELETE /api/profile', {
      onDone(_, { dispatch }) {
        removeDrafts()
        dispatch(signedOut())
        dispatch(showAlert('Your account has been permanently deleted', 'success'))
      },
    }),
  }),
})

export const changeAvatar =
  (file: File | undefined, onProgress: (share: number) => void): Thunk<Promise<FieldError[]>> =>
  async (dispatch, getState) => {
    const { token, user } = getState().auth
    try {
      const picture = file && (await uploadPicture(file, token, onProgress, new AbortController().signal))
      if (getState().auth.user?._id !== user?._id) return []
      const body = { url: picture?.url ?? null }
      return await errorsOf(dispatch(accountApi.endpoints.setAvatar.initiate({ body })))
    } catch (thrown) {
      const { errors } = toCallError(thrown)
      dispatch(showErrors(errors))
      return errors
    }
  }

export const {
  useChangeAccountMutation,
  useChangePasswordMutation,
  useChangeEmailMutation,
  useResendConfirmationMutation,
  useSessionsQuery,
  useEndSessionMutation,
  useDeleteAccountMutation,
} = accountApi
export const { changeAccount, changePassword, deleteAccount } = accountApi.endpoints
