import { api, mutation } from '../../app/api/api.ts'
import { requireObject } from '../../app/api/responses.ts'
import { type CallError, toCallError } from '../../app/api/results.ts'
import { removeDrafts } from '../../app/api/storage.ts'
import {
  type SignedInUser,
  signedIn,
  signedOut,
  tokenSetAside,
  userLoaded,
} from '../../app/state/auth-slice.ts'
import type { Store, Thunk } from '../../app/state/store.ts'

const RETRIES = [400, 1200]
const FIRST_PAUSE = 1_000
const LONGEST_PAUSE = 8_000

const sessionApi = api.injectEndpoints({
  endpoints: (build) => ({
    // No query: an earlier response must not stand in for this one.
    readUser: mutation(build, 'GET /api/auth', { read: (user) => requireObject(user, '_id') }),
    logOut: mutation(build, 'DELETE /api/auth'),
  }),
})

/** The only call that decides whether the visitor is signed in. */
export const loadUser = (): Thunk<Promise<void>> => async (dispatch, getState) => {
  const { token } = getState().auth
  if (!token) {
    dispatch(signedOut())
    return
  }
  for (const wait of [...RETRIES, undefined]) {
    const { user, trouble } = await dispatch(readUser())
    if (getState().auth.token !== token) return
    if (user) dispatch(userLoaded(user))
    else if (!trouble) dispatch(signedOut())
    else if (wait === undefined) dispatch(tokenSetAside(trouble))
    else {
      await new Promise((resolve) => setTimeout(resolve, wait))
      continue
    }
    return
  }
}

export const refreshUser = (): Thunk<Promise<void>> => async (dispatch, getState) => {
  const { token, user: known } = getState().auth
  if (!token || !known) return
  const { user, trouble } = await dispatch(readUser())
  const { auth } = getState()
  if (auth.token !== token) return
  // If the account changed in the meantime, for example by a mute, the response may be older than that.
  if (user && auth.user !== known) await dispatch(refreshUser())
  else if (user) dispatch(userLoaded(user))
  else if (!trouble) dispatch(signedOut())
}

type Checked = { user?: SignedInUser; trouble?: string }

const readUser =
  (token?: string): Thunk<Promise<Checked>> =>
  async (dispatch) => {
    const { data: user, error } = await dispatch(sessionApi.endpoints.readUser.initiate({ token }))
    return user ? { user } : { trouble: serverTrouble(toCallError(error)) }
  }

function serverTrouble({ status }: CallError): string | undefined {
  if (status === 0) return "Can't reach the server."
  if (status === 429) return 'Too many requests from your network.'
  return status >= 500 ? 'The server has a problem.' : undefined
}

/** Best effort on the server: here the session ends in any case. */
export const logOut = (): Thunk => (dispatch, getState) => {
  if (getState().auth.token) dispatch(sessionApi.endpoints.logOut.initiate({ keepalive: true }))
  removeDrafts()
  dispatch(signedOut())
}

/** Waits until the server can check a token that was set aside. */
export function recoverSession(store: Store): void {
  const waitingToken = () => store.getState().auth.setAside?.token
  let followed: string | undefined

  store.subscribe(() => {
    const token = waitingToken()
    if (token === followed) return
    followed = token
    if (token) void follow(token)
  })

  async function follow(token: string): Promise<void> {
    for (let pause = FIRST_PAUSE; ; pause = Math.min(pause * 2, LONGEST_PAUSE)) {
      await pauseUnlessWoken(pause)
      if (waitingToken() !== token) return
      const { user, trouble } = await store.dispatch(readUser(token))
      if (waitingToken() !== token) return
      if (trouble) continue
      store.dispatch(user ? signedIn({ token }) : signedOut())
      if (user) store.dispatch(userLoaded(user))
      return
    }
  }
}

export function pauseUnlessWoken(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    const woken = new AbortController()
    const wake = () => {
      woken.abort()
      clearTimeout(timer)
      resolve()
    }
    const timer = setTimeout(wake, milliseconds)
    addEventListener('online', wake, { signal: woken.signal })
    addEventListener('visibilitychange', wake, { signal: woken.signal })
  })
}
