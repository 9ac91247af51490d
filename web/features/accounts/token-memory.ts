import { onTokenRefused } from '../../app/api/request.ts'
import { readStorage, removeDrafts, SET_ASIDE_KEY, TOKEN_KEY, writeStorage } from '../../app/api/storage.ts'
import { signedIn, signedOut } from '../../app/state/auth-slice.ts'
import type { Store } from '../../app/state/store.ts'
import { loadUser } from './session.ts'

/** Keeps state, storage and other tabs on the same token. */
export function rememberToken(store: Store): void {
  const auth = () => store.getState().auth
  let known: string | null = null
  let knownAside: string | null = null

  function remember() {
    const { token, setAside } = auth()
    const aside = setAside?.token ?? null
    if (token === known && aside === knownAside) return
    known = token
    knownAside = aside
    // Written before the old one is removed, so that other tabs always find one of them.
    if (aside) writeStorage('localStorage', SET_ASIDE_KEY, aside)
    writeStorage('localStorage', TOKEN_KEY, token)
    if (!aside) writeStorage('localStorage', SET_ASIDE_KEY, null)
  }
  remember()
  store.subscribe(remember)

  let isChecking = false
  onTokenRefused((token) => {
    if (token !== auth().token || isChecking) return
    isChecking = true
    store.dispatch(loadUser()).finally(() => {
      isChecking = false
    })
  })

  addEventListener('storage', ({ key }) => {
    // A null key means that another tab cleared the storage.
    if (key !== TOKEN_KEY && key !== SET_ASIDE_KEY && key !== null) return
    const token = readStorage('localStorage', TOKEN_KEY)
    const aside = readStorage('localStorage', SET_ASIDE_KEY)
    if (token) {
      if (token === auth().token) return
      store.dispatch(signedOut())
      store.dispatch(signedIn({ token }))
      store.dispatch(loadUser())
      return
    }
    // Another tab could not reach the server; each tab finds out for itself.
    if (aside && (aside === auth().token || aside === auth().setAside?.token)) return
    if (!auth().token && !auth().setAside) return
    removeDrafts()
    store.dispatch(signedOut())
  })
}
