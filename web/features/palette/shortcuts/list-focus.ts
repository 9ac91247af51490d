const BAR_HEIGHT = 56

const items = () => [...document.querySelectorAll<HTMLElement>('#main [data-item]')]

export function focusedItem(): HTMLElement | undefined {
  return document.activeElement?.closest<HTMLElement>('[data-item]') ?? undefined
}

/** Without a focused item it starts at the top of the window. */
export function moveFocus(step: 1 | -1): void {
  const all = items()
  const current = focusedItem()
  const next = current ? all[all.indexOf(current) + step] : all.find(isInSight)
  if (next) show(next)
  else if (step === 1) document.querySelector<HTMLElement>('#main [data-key=more]')?.click()
}

const isInSight = (item: HTMLElement) => item.getBoundingClientRect().top >= BAR_HEIGHT

function show(item: HTMLElement): void {
  item.focus({ preventScroll: true })
  const isTall = item.offsetHeight > innerHeight - 2 * BAR_HEIGHT
  item.scrollIntoView({ block: isTall ? 'start' : 'nearest' })
}

export function controlFor(key: string): HTMLElement | null | undefined {
  return focusedItem()?.querySelector<HTMLElement>(`[data-key=${key}]`)
}
