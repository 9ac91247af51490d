import type { Store } from '../store.ts'
import { contentShown } from '../ui/content-shown.ts'

// After the page has loaded: nothing that is seen first should wait for it.
const DELAY = 2_000

/** Begins to listen to the server some time after the first user has signed in. This is part of the first load. */
export function listenLater(store: Store): void {
  const unsubscribe = store.subscribe(() => {
    if (!store.getState().auth.user) return
    unsubscribe()
    setTimeout(async () => {
      await contentShown()
      // If it cannot be loaded, the page works without it.
      const loaded = await import('./listen.ts').catch(() => undefined)
      loaded?.listenWhileSignedIn(store)
    }, DELAY)
  })
}
