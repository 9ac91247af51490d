import { onTokenRefused, sendToken } from '../api.ts'
import { keep, recall, TOKEN_KEY } from '../storage.ts'
import type { Store } from '../store.ts'
import { loadUser } from './account-calls.ts'
import { signedIn, signedOut } from './auth-slice.ts'

/** Keeps the token the same in the state, in outgoing calls, in storage and in other tabs. */
export function rememberToken(store: Store): void {
  let known = store.getState().auth.token
  sendToken(known)

  store.subscribe(() => {
    const { token } = store.getState().auth
    if (token === known) return
    known = token
    sendToken(token)
    keep('localStorage', TOKEN_KEY, token)
  })

  onTokenRefused((token) => {
    if (token === store.getState().auth.token) store.dispatch(signedOut())
  })

  addEventListener('storage', ({ key }) => {
    // A null key means that another tab emptied the whole storage.
    if (key !== TOKEN_KEY && key !== null) return
    const token = recall('localStorage', TOKEN_KEY)
    if (token === store.getState().auth.token) return
    store.dispatch(signedOut())
    if (token) {
      store.dispatch(signedIn({ token }))
      store.dispatch(loadUser())
    }
  })
}
