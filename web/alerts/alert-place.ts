import { useSyncExternalStore } from 'react'

// The form that was sent last has a place for its alerts right below its button, where they cover nothing.
// Without such a form, alerts float above the page.

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
