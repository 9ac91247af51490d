import { ApiError, call, callOnly, requireObject } from '../../app/api/client.ts'
import { removeDrafts } from '../../app/api/storage.ts'
import { type SignedInUser, signedOut, tokenSetAside, userLoaded } from '../../app/state/auth-slice.ts'
import type { Thunk } from '../../app/state/store.ts'

const RETRIES = [400, 1200]

/** The only call that decides whether the visitor is signed in. */
export const loadUser = (): Thunk<Promise<void>> => async (dispatch, getState) => {
  const { token } = getState().auth
  if (!token) {
    dispatch(signedOut())
    return
  }
  try {
    const user = await fetchUser(RETRIES)
    if (getState().auth.token === token) dispatch(userLoaded(user))
  } catch (error) {
    if (getState().auth.token !== token) return
    const trouble = serverTrouble(error)
    dispatch(trouble ? tokenSetAside(trouble) : signedOut())
  }
}

export async function currentUser(token?: string): Promise<SignedInUser> {
  return requireObject(await call('GET /api/auth', { token }), '_id')
}

async function fetchUser(waits: readonly number[]): Promise<SignedInUser> {
  try {
    return await currentUser()
  } catch (error) {
    const [wait, ...rest] = waits
    if (!serverTrouble(error) || wait === undefined) throw error
    await new Promise((resolve) => setTimeout(resolve, wait))
    return fetchUser(rest)
  }
}

/** Undefined if the server could check the token. */
export function serverTrouble(error: unknown): string | undefined {
  if (!(error instanceof ApiError)) throw error
  if (error.status === 0) return "Can't reach the server."
  if (error.status === 429) return 'Too many requests from your network.'
  if (error.status >= 500) return 'The server has a problem.'
  return undefined
}

/** Best effort on the server: here the session ends in any case. */
export const logOut = (): Thunk => (dispatch, getState) => {
  if (getState().auth.token) callOnly('DELETE /api/auth', { keepalive: true }).catch(() => {})
  removeDrafts()
  dispatch(signedOut())
}
