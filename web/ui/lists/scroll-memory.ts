import type { CSSProperties } from 'react'
import { scrollMemory } from '../routing/route-change.tsx'

// By the item at the top of the window, because items outside the viewport have no real height yet.
type Place = { y: number; item: string | undefined; offset: number }

const byVisit = new Map<string, Place>()
const byPath = new Map<string, Place>()
// By path, then by item, because lists show the same item in different ways.
const heights = new Map<string, Map<string | undefined, number>>()
const MAX_VISITS = 50

/** The oldest one is dropped. */
function remember<Value>(map: Map<string, Value>, key: string, value: Value): void {
  map.delete(key)
  map.set(key, value)
  const [oldest = key] = map.keys()
  if (map.size > MAX_VISITS) map.delete(oldest)
}

const TIMEOUT = 10_000
const SETTLED_FRAMES = 12

const itemOf = (id: string) => document.querySelector<HTMLElement>(`[data-item="${CSS.escape(id)}"]`)

function save(visit: string, path: string): void {
  const item = topItem()
  const place = { y: scrollY, item: item?.dataset.item, offset: item?.getBoundingClientRect().top ?? 0 }
  if (item) rememberHeights(item, path)
  remember(byVisit, visit, place)
  remember(byPath, path, place)
}

function rememberHeights(sample: HTMLElement, path: string): void {
  const { paddingTop, paddingBottom } = getComputedStyle(sample)
  const padding = Number.parseFloat(paddingTop) + Number.parseFloat(paddingBottom)
  const known = heights.get(path) ?? new Map()
  remember(heights, path, known)
  for (const item of document.querySelectorAll<HTMLElement>('[data-item]')) {
    const borders = item.offsetHeight - item.clientHeight
    // Not the rounded heights: over many items, the differences would add up to some pixels.
    known.set(item.dataset.item, item.getBoundingClientRect().height - borders - padding)
  }
}

/** Used until the item is near the viewport and laid out. */
export function rememberedSize(id: string): CSSProperties | undefined {
  const height = heights.get(location.pathname + location.search)?.get(id)
  return height === undefined ? undefined : { containIntrinsicHeight: `auto ${height}px` }
}

function topItem(): HTMLElement | undefined {
  // Not the middle, which is between the columns of a two-column list.
  const x = innerWidth * 0.4
  for (let y = 72; y < innerHeight; y += 24) {
    const item = document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-item]')
    if (item) return item
  }
  return undefined
}

const TOP: Place = { y: 0, item: undefined, offset: 0 }

function restore(visit: string, path: string): void {
  hold(placeOf(visit, path) ?? TOP)
}

/** On this visit, or else on the last one to this page. */
export const placeOf = (visit: string, path: string): Place | undefined =>
  byVisit.get(visit) ?? byPath.get(path)

export const hasPlace = (visit: string): boolean => byVisit.has(visit)

const BELOW_THE_BAR = 72

export function scrollToItem(item: string): () => void {
  itemOf(item)?.focus({ preventScroll: true })
  return hold({ y: 0, item, offset: BELOW_THE_BAR })
}

/** Until the page has settled or the reader interacts with it. */
function hold(place: Place): () => void {
  const end = performance.now() + TIMEOUT
  const stop = new AbortController()
  for (const type of ['wheel', 'touchstart', 'keydown', 'pointerdown', 'popstate'] as const) {
    addEventListener(type, () => stop.abort(), { signal: stop.signal, passive: true })
  }
  let settled = 0
  const step = () => {
    if (stop.signal.aborted) return
    settled = align(place) ? settled + 1 : 0
    if (settled > SETTLED_FRAMES || performance.now() > end) stop.abort()
    else requestAnimationFrame(step)
  }
  step()
  return () => stop.abort()
}

function align({ y, item, offset }: Place): boolean {
  const found = item === undefined ? undefined : itemOf(item)
  const distance = found ? found.getBoundingClientRect().top - offset : y - scrollY
  if (Math.abs(distance) < 1) return true
  const before = scrollY
  scrollBy({ top: distance, behavior: 'instant' })
  // If the page has become shorter, it cannot scroll any further.
  return Boolean(found) && Math.abs(scrollY - before) < 1
}

Object.assign(scrollMemory, { save, restore })
