import { call, type FieldError } from '../../app/api/client.ts'
import { asApiError } from '../../app/api/outcome.ts'
import { showAlert, showErrors } from '../../app/state/alert-slice.ts'
import { userLoaded } from '../../app/state/auth-slice.ts'
import type { Thunk } from '../../app/state/store.ts'
import { uploadPicture } from '../pictures/upload-picture.ts'

/** Without a file, the picture of the avatar service is back. */
export const changeAvatar =
  (file: File | undefined, onProgress: (share: number) => void): Thunk<Promise<FieldError[]>> =>
  async (dispatch, getState) => {
    const { token } = getState().auth
    try {
      const picture = file && (await uploadPicture(file, token, onProgress, new AbortController().signal))
      dispatch(userLoaded(await call('PUT /api/auth/avatar', { body: { url: picture?.url ?? null } })))
      dispatch(showAlert(file ? 'Picture Changed' : 'Picture Deleted', 'success'))
      return []
    } catch (thrown) {
      const { errors } = asApiError(thrown)
      dispatch(showErrors(errors))
      return errors
    }
  }
