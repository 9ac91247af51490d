/** What the server tells while the page is open: ids only, so whoever shows a thing asks for it again. */
export type LiveEvent = {
  /** `reset` means that anything may have happened. */
  kind: 'post' | 'comment' | 'like' | 'notification' | 'reset'
  post?: string
  comment?: string
}

type Listener = (event: LiveEvent) => void

const listeners = new Set<Listener>()

/** Calls the listener for every event; returns a function that unsubscribes. */
export function onLiveEvent(listener: Listener): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export function tellListeners(event: LiveEvent): void {
  for (const listener of listeners) listener(event)
}
