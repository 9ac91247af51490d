import { useSyncExternalStore } from 'react'

// The form that was sent last offers a place for what comes of it, right below its button. There the alerts
// cover nothing; without such a form they float above the page.

let place: HTMLElement | null = null
const listeners = new Set<() => void>()

export function offerPlace(element: HTMLElement | null): void {
  place = element
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function useOfferedPlace(): HTMLElement | null {
  return useSyncExternalStore(subscribe, () => place)
}
