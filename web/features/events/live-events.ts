/** Ids only: whoever displays a thing loads it again. */
export type LiveEvent = {
  /** `reset` means that anything may have happened. */
  kind: 'post' | 'comment' | 'like' | 'notification' | 'reset'
  post?: string
  comment?: string
}

type Listener = (event: LiveEvent) => void

const listeners = new Set<Listener>()

export function onLiveEvent(listener: Listener): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export function notifyListeners(event: LiveEvent): void {
  for (const listener of listeners) listener(event)
}
