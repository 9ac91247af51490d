import type { CSSProperties } from 'react'
import { places } from './route-change.tsx'

// Where the reader was on each page, told by the entry at the top of the window and how far from it that
// entry stood. A number of pixels would not do: entries that are far away have no height of their own yet.
type Place = { y: number; entry: string | undefined; offset: number }

const byVisit = new Map<string, Place>()
const byPath = new Map<string, Place>()
const heights = new Map<string, number>()

const PATIENCE = 3_000
const CALM_FRAMES = 12

const entryOf = (id: string) => document.querySelector<HTMLElement>(`[data-entry="${CSS.escape(id)}"]`)

function remember(visit: string, path: string): void {
  const entry = topEntry()
  const place = { y: scrollY, entry: entry?.dataset.entry, offset: entry?.getBoundingClientRect().top ?? 0 }
  if (entry) rememberHeights(entry)
  byVisit.set(visit, place)
  byPath.set(path, place)
}

function rememberHeights(sample: HTMLElement): void {
  const { paddingTop, paddingBottom } = getComputedStyle(sample)
  const padding = Number.parseFloat(paddingTop) + Number.parseFloat(paddingBottom)
  for (const { dataset, clientHeight } of document.querySelectorAll<HTMLElement>('[data-entry]')) {
    heights.set(dataset.entry ?? '', clientHeight - padding)
  }
}

/** The height that an entry had, for the time until it comes near and has one again. */
export function rememberedSize(id: string): CSSProperties | undefined {
  const height = heights.get(id)
  return height === undefined ? undefined : { containIntrinsicHeight: `auto ${height}px` }
}

function topEntry(): HTMLElement | undefined {
  // Not the middle, which in a list of two columns lies between them.
  const x = innerWidth * 0.4
  for (let y = 72; y < innerHeight; y += 24) {
    const entry = document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-entry]')
    if (entry) return entry
  }
  return undefined
}

const TOP: Place = { y: 0, entry: undefined, offset: 0 }

/** Brings the reader back; ends when the page has come to rest, or when the reader moves on. */
function comeBack(visit: string, path: string): void {
  const place = byVisit.get(visit) ?? byPath.get(path) ?? TOP
  const end = performance.now() + PATIENCE
  const given = new AbortController()
  for (const sign of ['wheel', 'touchstart', 'keydown', 'pointerdown', 'popstate'] as const) {
    addEventListener(sign, () => given.abort(), { signal: given.signal, passive: true })
  }
  let calm = 0
  const step = () => {
    if (given.signal.aborted) return
    calm = align(place) ? calm + 1 : 0
    if (calm > CALM_FRAMES || performance.now() > end) given.abort()
    else requestAnimationFrame(step)
  }
  step()
}

/** Whether the page stood right already. */
function align({ y, entry, offset }: Place): boolean {
  const found = entry === undefined ? undefined : entryOf(entry)
  const distance = found ? found.getBoundingClientRect().top - offset : y - scrollY
  if (Math.abs(distance) < 1) return true
  const before = scrollY
  scrollBy({ top: distance, behavior: 'instant' })
  // At the end of a page that has become shorter there is nothing more to be done.
  return Boolean(found) && Math.abs(scrollY - before) < 1
}

Object.assign(places, { remember, comeBack })
