import { signedOut, userLoaded } from '../../app/state/auth-slice.ts'
import type { Thunk } from '../../app/state/store.ts'
import { currentUser, serverTrouble } from './account-calls.ts'

/** If the server cannot check the token, the known data stays. */
export const refreshUser = (): Thunk<Promise<void>> => async (dispatch, getState) => {
  const { token, user: known } = getState().auth
  if (!token || !known) return
  try {
    const user = await currentUser()
    const { auth } = getState()
    if (auth.token !== token) return
    // If the account changed in the meantime, for example by a mute, the response may be older than that.
    if (auth.user === known) dispatch(userLoaded(user))
    else await dispatch(refreshUser())
  } catch (error) {
    if (getState().auth.token === token && !serverTrouble(error)) dispatch(signedOut())
  }
}
