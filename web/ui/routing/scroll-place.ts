// Where the reader is, kept in the history: going back or reloading leads to the same row.

type Place = {
  y: number
  /** The first visible row, because rows outside of the window have no real height yet. */
  row: string | undefined
  top: number
  rows: number
}

const BAR_HEIGHT = 56
const REST = 100
const PATIENCE = 10_000
const SETTLED_FRAMES = 12
const PAGE = 50

/** For links that lead back to a list. */
const lastPlaces = new Map<string, Place>()
let wanted: Place | undefined
let restoredVisit: string | undefined

const rows = () => [...document.querySelectorAll<HTMLElement>('#main [data-item]')]
const rowOf = (id: string) => document.querySelector<HTMLElement>(`#main [data-item="${CSS.escape(id)}"]`)

export function keepPlaces(): () => void {
  history.scrollRestoration = 'manual'
  const stop = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  const onScroll = () => {
    clearTimeout(timer)
    timer = setTimeout(save, REST)
  }
  addEventListener('scroll', onScroll, { signal: stop.signal, passive: true })
  // Before a link leads away.
  addEventListener('click', save, { signal: stop.signal, capture: true })
  return () => stop.abort()
}

function save(): void {
  if (wanted) return
  const all = rows()
  const row = scrollY > 0 ? all.find((row) => row.getBoundingClientRect().bottom > BAR_HEIGHT) : undefined
  const top = row?.getBoundingClientRect().top ?? 0
  const place: Place = { y: scrollY, row: row?.dataset.item, top, rows: all.length }
  history.replaceState({ ...history.state, place }, '')
  lastPlaces.set(location.pathname + location.search, place)
}

/** For a link back, the last visit to this address counts. */
export function restorePlace(visit: string, isLinkBack: boolean): boolean {
  const place: Place | undefined = isLinkBack
    ? lastPlaces.get(location.pathname + location.search)
    : history.state?.place
  if (!place) return false
  restoredVisit = visit
  hold(place)
  return true
}

export const isRestored = (visit: string): boolean => restoredVisit === visit

/** Until the row is there, a list loads as many pages as it had, and one more for rows that are new. */
export function needsMoreRows(): boolean {
  if (wanted?.row === undefined) return false
  return rows().length < wanted.rows + (rowOf(wanted.row) ? 0 : PAGE)
}

export function scrollToRow(id: string): () => void {
  rowOf(id)?.focus({ preventScroll: true })
  return hold({ y: 0, row: id, top: BAR_HEIGHT + 16, rows: 0 })
}

/** Until the page has settled, nothing more is loaded, or the reader acts. */
function hold(place: Place): () => void {
  wanted = place
  let end = 0
  let known = -1
  const stop = new AbortController()
  const release = () => {
    stop.abort()
    if (wanted === place) wanted = undefined
  }
  for (const type of ['wheel', 'touchstart', 'keydown', 'pointerdown', 'popstate'] as const) {
    addEventListener(type, release, { signal: stop.signal, capture: true, passive: true })
  }
  let settled = 0
  const step = () => {
    if (stop.signal.aborted) return
    const { length } = rows()
    if (length !== known) end = performance.now() + PATIENCE
    known = length
    settled = align(place) ? settled + 1 : 0
    if (settled > SETTLED_FRAMES || performance.now() > end) release()
    else requestAnimationFrame(step)
  }
  step()
  return release
}

function align({ y, row: id, top }: Place): boolean {
  const row = id === undefined ? undefined : rowOf(id)
  const distance = row ? row.getBoundingClientRect().top - top : y - scrollY
  const before = scrollY
  if (Math.abs(distance) >= 1) scrollBy({ top: distance, behavior: 'instant' })
  // At the end of the page it cannot scroll any further.
  return row ? Math.abs(scrollY - before) < 1 : id === undefined && Math.abs(distance) < 1
}
