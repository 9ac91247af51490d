const BAR_HEIGHT = 56

const entries = () => [...document.querySelectorAll<HTMLElement>('#main [data-entry]')]

export function focusedEntry(): HTMLElement | undefined {
  return document.activeElement?.closest<HTMLElement>('[data-entry]') ?? undefined
}

/** Without a focused entry it starts at the top of the window. */
export function moveFocus(step: 1 | -1): void {
  const all = entries()
  const current = focusedEntry()
  const next = current ? all[all.indexOf(current) + step] : all.find(isInSight)
  if (next) show(next)
  else if (step === 1) document.querySelector<HTMLElement>('#main [data-key=more]')?.click()
}

const isInSight = (entry: HTMLElement) => entry.getBoundingClientRect().top >= BAR_HEIGHT

function show(entry: HTMLElement): void {
  entry.focus({ preventScroll: true })
  const isTall = entry.offsetHeight > innerHeight - 2 * BAR_HEIGHT
  entry.scrollIntoView({ block: isTall ? 'start' : 'nearest' })
}

export function controlFor(key: string): HTMLElement | null | undefined {
  return focusedEntry()?.querySelector<HTMLElement>(`[data-key=${key}]`)
}
