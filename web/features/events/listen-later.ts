import type { Store } from '../../app/state/store.ts'

// Nothing of the first screen should wait for it.
const DELAY = 2_000

export function listenLater(store: Store): void {
  const unsubscribe = store.subscribe(() => {
    if (!store.getState().auth.user) return
    unsubscribe()
    setTimeout(async () => {
      // If it cannot be loaded, the page works without it.
      const loaded = await import('./listen.ts').catch(() => undefined)
      loaded?.listenWhileSignedIn(store)
    }, DELAY)
  })
}
