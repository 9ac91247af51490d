import { flushSync } from 'react-dom'
import { focusAfterRemoval } from './focus.ts'

// Items outside the view are measured only when they come near, so sizes change for some frames.
const FRAMES = 4

/** What the reader sees, and the focus, stay in place. A list may remove `removed` a moment later. */
export function keepPlace(change: () => void, removed?: string): void {
  const focused = document.activeElement
  const focusedItem = focused?.closest('[data-item]')
  const moveFocus = focusAfterRemoval(focusedItem ?? null)
  const leaving = document.querySelector(`li[data-item="${removed}"]`)
  const visible = visibleItems().map((item) => ({ item, top: topOf(item) }))
  // An item that an earlier change is still holding keeps its target position.
  const places = held?.scrollY === window.scrollY ? [held, ...visible] : visible
  flushSync(change)
  const remains = (item: Element) => item.isConnected && item !== leaving
  const kept = places.find(({ item }) => remains(item))
  if (kept) hold(kept, FRAMES)
  if (!focusedItem) return
  if (!remains(focusedItem)) moveFocus()
  // An element that React has moved loses the focus.
  else if (focused instanceof HTMLElement) focused.focus({ preventScroll: true })
}

type Place = { item: Element; top: number }

let held: (Place & { scrollY: number }) | undefined

/** Until the reader scrolls, or another change holds it. */
function hold({ item, top }: Place, frames: number): void {
  held = undefined
  if (!item.isConnected) return
  const moved = topOf(item) - top
  if (Math.abs(moved) >= 1) scrollBy({ top: moved, behavior: 'instant' })
  if (frames === 0) return
  const current = { item, top, scrollY: window.scrollY }
  held = current
  requestAnimationFrame(() => {
    if (held !== current) return
    held = undefined
    if (window.scrollY === current.scrollY) hold(current, frames - 1)
  })
}

const topOf = (item: Element) => item.getBoundingClientRect().top

function visibleItems(): Element[] {
  return [...document.querySelectorAll('[data-item]')].filter((item) => {
    const { top, bottom } = item.getBoundingClientRect()
    return bottom > 0 && top < innerHeight
  })
}
