const BAR_HEIGHT = 56

const entries = () => [...document.querySelectorAll<HTMLElement>('#main [data-entry]')]

/** The entry that has the focus, or in which something has it. */
export function focusedEntry(): HTMLElement | undefined {
  return document.activeElement?.closest<HTMLElement>('[data-entry]') ?? undefined
}

/** Moves the focus by one entry. Without one it begins at the top of what is in sight. */
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

/** The control of the focused entry that a key stands for. */
export function controlFor(key: string): HTMLElement | null | undefined {
  return focusedEntry()?.querySelector<HTMLElement>(`[data-key=${key}]`)
}
