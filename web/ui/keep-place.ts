import { flushSync } from 'react-dom'
import { focusAfterRemoval } from './focus.ts'

// Entries outside the view are measured only when they come near, so sizes change for some frames.
const FRAMES = 4

/**
 * Changes the page on behalf of others: what the reader sees stays where it is on the screen, and the focus where it
 * is. If an entry disappears, the ones next to it count; `removed` is one that a list may remove a moment later.
 */
export function keepPlace(change: () => void, removed?: string): void {
  const focused = document.activeElement
  const focusedEntry = focused?.closest('[data-entry]')
  const moveFocus = focusAfterRemoval(focusedEntry ?? null)
  const leaving = document.querySelector(`li[data-entry="${removed}"]`)
  const places = visibleEntries().map((entry) => ({ entry, top: topOf(entry) }))
  flushSync(change)
  const isLeft = (entry: Element) => entry.isConnected && entry !== leaving
  const left = places.find(({ entry }) => isLeft(entry))
  if (left) hold(left.entry, left.top, FRAMES)
  if (!focusedEntry) return
  if (!isLeft(focusedEntry)) moveFocus()
  // An element that React has moved loses the focus.
  else if (focused instanceof HTMLElement) focused.focus({ preventScroll: true })
}

/** Until the reader scrolls. */
function hold(entry: Element, top: number, frames: number): void {
  if (!entry.isConnected) return
  const moved = topOf(entry) - top
  if (Math.abs(moved) >= 1) scrollBy({ top: moved, behavior: 'instant' })
  if (frames === 0) return
  const { scrollY } = window
  requestAnimationFrame(() => {
    if (window.scrollY === scrollY) hold(entry, top, frames - 1)
  })
}

const topOf = (entry: Element) => entry.getBoundingClientRect().top

function visibleEntries(): Element[] {
  return [...document.querySelectorAll('[data-entry]')].filter((entry) => {
    const { top, bottom } = entry.getBoundingClientRect()
    return bottom > 0 && top < innerHeight
  })
}
