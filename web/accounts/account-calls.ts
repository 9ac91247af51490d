import { showErrors } from '../alerts/alert-slice.ts'
import { type Answer, ApiError, call, type FieldError } from '../api.ts'
import { submit } from '../outcome.ts'
import type { Thunk } from '../store.ts'
import { signedIn, signedOut, userLoaded } from './auth-slice.ts'

/** Waits before a user is asked for again, when the server was not there at all. */
const RETRIES = [400, 1200]

export const loadUser = (): Thunk<Promise<void>> => async (dispatch, getState) => {
  const { token } = getState().auth
  if (!token) {
    dispatch(signedOut())
    return
  }
  try {
    const user = await askForUser(RETRIES)
    if (getState().auth.token === token) dispatch(userLoaded(user))
  } catch {
    if (getState().auth.token === token) dispatch(signedOut())
  }
}

/** A server that restarts should not cost everyone their session. */
async function askForUser(waits: readonly number[]): Promise<Answer<'GET /api/auth'>> {
  try {
    return await call('GET /api/auth', {})
  } catch (error) {
    const [wait, ...rest] = waits
    const isAway = error instanceof ApiError && (error.status === 0 || error.status === 503)
    if (!isAway || wait === undefined) throw error
    await new Promise((resolve) => setTimeout(resolve, wait))
    return askForUser(rest)
  }
}

type Credentials = { email: string; password: string }

export const logIn = (form: Credentials) => enter(() => call('POST /api/auth', { body: form }))

export const register = (form: Credentials & { name: string }) =>
  enter(() => call('POST /api/users', { body: form }))

const enter =
  (ask: () => Promise<{ token: string }>): Thunk<Promise<FieldError[]>> =>
  (dispatch) =>
    submit(
      ask(),
      (answer) => {
        dispatch(signedIn(answer))
        dispatch(loadUser())
      },
      (error) => {
        dispatch(showErrors(error.errors))
        dispatch(signedOut())
      },
    )

/** The server is told as a courtesy; here the session ends whatever it answers. */
export const logOut = (): Thunk => (dispatch, getState) => {
  if (getState().auth.token) call('DELETE /api/auth', { keepalive: true }).catch(() => {})
  dispatch(signedOut())
}
