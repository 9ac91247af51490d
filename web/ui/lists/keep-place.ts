import { flushSync } from 'react-dom'
import { focusAfterRemoval } from './focus.ts'

// Entries outside the view are measured only when they come near, so sizes change for some frames.
const FRAMES = 4

/** What the reader sees, and the focus, stay in place. A list may remove `removed` a moment later. */
export function keepPlace(change: () => void, removed?: string): void {
  const focused = document.activeElement
  const focusedEntry = focused?.closest('[data-entry]')
  const moveFocus = focusAfterRemoval(focusedEntry ?? null)
  const leaving = document.querySelector(`li[data-entry="${removed}"]`)
  const visible = visibleEntries().map((entry) => ({ entry, top: topOf(entry) }))
  // What an earlier change has not put back yet is not measured where it happens to be.
  const places = held?.scrollY === window.scrollY ? [held, ...visible] : visible
  flushSync(change)
  const isLeft = (entry: Element) => entry.isConnected && entry !== leaving
  const left = places.find(({ entry }) => isLeft(entry))
  if (left) hold(left, FRAMES)
  if (!focusedEntry) return
  if (!isLeft(focusedEntry)) moveFocus()
  // An element that React has moved loses the focus.
  else if (focused instanceof HTMLElement) focused.focus({ preventScroll: true })
}

type Place = { entry: Element; top: number }

let held: (Place & { scrollY: number }) | undefined

/** Until the reader scrolls, or another change holds it. */
function hold({ entry, top }: Place, frames: number): void {
  held = undefined
  if (!entry.isConnected) return
  const moved = topOf(entry) - top
  if (Math.abs(moved) >= 1) scrollBy({ top: moved, behavior: 'instant' })
  if (frames === 0) return
  const current = { entry, top, scrollY: window.scrollY }
  held = current
  requestAnimationFrame(() => {
    if (held !== current) return
    held = undefined
    if (window.scrollY === current.scrollY) hold(current, frames - 1)
  })
}

const topOf = (entry: Element) => entry.getBoundingClientRect().top

function visibleEntries(): Element[] {
  return [...document.querySelectorAll('[data-entry]')].filter((entry) => {
    const { top, bottom } = entry.getBoundingClientRect()
    return bottom > 0 && top < innerHeight
  })
}
