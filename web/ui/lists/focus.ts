const entryAround = (element: Element | null) => element?.closest<HTMLElement>('[data-entry]')

/** Call it before the removal. The result moves the focus to the next entry, the previous one or the heading. */
export function focusAfterRemoval(element: Element | null): () => void {
  const entry = entryAround(element)
  const next = entry?.nextElementSibling ?? entry?.previousElementSibling ?? document.querySelector('h1')
  return () => {
    const { activeElement } = document
    const isLost = activeElement === document.body || (entry?.contains(activeElement) ?? false)
    if (isLost && next instanceof HTMLElement) next.focus({ preventScroll: !isFarAway(next) })
  }
}

function isFarAway(element: HTMLElement): boolean {
  const { top } = element.getBoundingClientRect()
  return top < 0 || top > innerHeight
}

/** Call it before something in an entry closes. The result moves the focus to the entry. */
export function focusOnEntry(element: Element | null): () => void {
  const entry = entryAround(element)
  return () => requestAnimationFrame(() => entry?.focus({ preventScroll: !isFarAway(entry) }))
}

const PATIENCE = 3_000

export function focusFirstNew(last: Element | null): void {
  focusOnceThere(() => last?.nextElementSibling)
}

/** Once it is on the page, unless the reader has moved the focus in the meantime. */
export function focusEntryIn(list: Element | null, id: string | undefined): void {
  focusOnceThere(() => list?.querySelector(`:scope > [data-entry="${id}"]`))
}

export function focusEntry(id: string): void {
  focusOnceThere(() => document.querySelector(`[data-entry="${id}"]`))
}

function focusOnceThere(find: () => Element | null | undefined): void {
  const before = document.activeElement
  const end = performance.now() + PATIENCE
  const look = () => {
    const next = find()
    const isFree = document.activeElement === before || document.activeElement === document.body
    if (!isFree || performance.now() > end) return
    if (next instanceof HTMLElement) next.focus({ preventScroll: true })
    else requestAnimationFrame(look)
  }
  look()
}
