import { signedIn, signedOut, userLoaded } from '../../app/state/auth-slice.ts'
import type { Store } from '../../app/state/store.ts'
import { currentUser, serverTrouble } from './account-calls.ts'

const FIRST_PAUSE = 1_000
const LONGEST_PAUSE = 8_000

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
      try {
        const user = await currentUser(token)
        if (waitingToken() !== token) return
        store.dispatch(signedIn({ token }))
        store.dispatch(userLoaded(user))
        return
      } catch (error) {
        if (waitingToken() !== token) return
        if (!serverTrouble(error)) {
          store.dispatch(signedOut())
          return
        }
      }
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
