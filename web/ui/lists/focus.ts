import { flushSync } from 'react-dom'

const itemAround = (element: Element | null) => element?.closest<HTMLElement>('[data-item]')

/** Call it before the removal. The result moves the focus to the next item, the previous one or the heading. */
export function focusAfterRemoval(element: Element | null): () => void {
  const item = itemAround(element)
  const next = item?.nextElementSibling ?? item?.previousElementSibling ?? document.querySelector('h1')
  return () => {
    const { activeElement } = document
    const isLost = activeElement === document.body || (item?.contains(activeElement) ?? false)
    if (isLost && next instanceof HTMLElement) next.focus({ preventScroll: !isFarAway(next) })
  }
}

/** For a change that the reader has not asked for, which may remove the focused item or move it. */
export function keepFocus(change: () => void): void {
  const focused = document.activeElement
  const item = itemAround(focused)
  const moveFocus = focusAfterRemoval(focused)
  flushSync(change)
  if (item && !item.isConnected) moveFocus()
  // An element that React has moved loses the focus.
  else if (item && focused instanceof HTMLElement) focused.focus({ preventScroll: true })
}

function isFarAway(element: HTMLElement): boolean {
  const { top } = element.getBoundingClientRect()
  return top < 0 || top > innerHeight
}

/** Call it before something in an item closes. The result moves the focus to the item. */
export function focusOnItem(element: Element | null): () => void {
  const item = itemAround(element)
  return () => requestAnimationFrame(() => item?.focus({ preventScroll: !isFarAway(item) }))
}

export function focusFirstNew(last: Element | null): void {
  focusOnceRendered(() => last?.nextElementSibling)
}

export function focusItemIn(list: Element | null, id: string | undefined): void {
  focusOnceRendered(() => list?.querySelector(`:scope > [data-item="${id}"]`))
}

export function focusItem(id: string): void {
  focusOnceRendered(() => document.querySelector(`[data-item="${id}"]`))
}

function focusOnceRendered(find: () => Element | null | undefined): void {
  requestAnimationFrame(() => {
    const item = find()
    if (item instanceof HTMLElement) item.focus({ preventScroll: true })
  })
}
