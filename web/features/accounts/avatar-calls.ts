import type { FieldError } from '../../../contract/errors.ts'
import { call } from '../../app/api/client.ts'
import { asApiError } from '../../app/api/outcome.ts'
import { requireObject } from '../../app/api/responses.ts'
import { showAlert, showErrors } from '../../app/state/alert-slice.ts'
import { userLoaded } from '../../app/state/auth-slice.ts'
import type { Thunk } from '../../app/state/store.ts'
import { uploadPicture } from '../pictures/upload-picture.ts'

/** Without a file, the picture of the avatar service is back. */
export const changeAvatar =
  (file: File | undefined, onProgress: (share: number) => void): Thunk<Promise<FieldError[]>> =>
  async (dispatch, getState) => {
    const { token, user } = getState().auth
    const isSignedOut = () => getState().auth.user?._id !== user?._id
    try {
      const picture = file && (await uploadPicture(file, token, onProgress, new AbortController().signal))
      if (isSignedOut()) return []
      const changed = await call('PUT /api/auth/avatar', { body: { url: picture?.url ?? null } })
      if (isSignedOut()) return []
      dispatch(userLoaded(requireObject(changed, '_id')))
      dispatch(showAlert(file ? 'Picture Changed' : 'Picture Deleted', 'success'))
      return []
    } catch (thrown) {
      const { errors } = asApiError(thrown)
      dispatch(showErrors(errors))
      return errors
    }
  }
