import { writeStorage } from '../storage.ts'

const TEXT_FONT = '1em "Instrument Sans Variable"'

/**
 * The first page has its own name for the text font, under which the browser never uses it if it is late: words have
 * other widths in it, so they would move under the reader. This loads it under the name for the pages after that one.
 */
export async function loadTextFont(): Promise<void> {
  // Without it, the fallback fonts stay.
  const loaded = await document.fonts.load(TEXT_FONT).catch(() => [])
  // theme.js requests it at once from the next visit on, as it is in the browser's cache.
  if (loaded.length > 0) writeStorage('localStorage', 'text-font', 'cached')
}

/** Uses the text font from here on, if it has arrived by now. */
export function takeTextFont(): void {
  if (document.fonts.check(TEXT_FONT)) document.documentElement.dataset.font = 'text'
}
