import { useSyncExternalStore } from 'react'

// Alerts go below the button of the form that was sent last, where they cover nothing, or else float.

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
