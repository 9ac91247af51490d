import { useSyncExternalStore } from 'react'

// Below the button of the form that was sent last, for alerts that would cover a control elsewhere.

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
