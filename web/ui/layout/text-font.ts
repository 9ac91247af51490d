import { writeStorage } from '../../app/api/storage.ts'

const TEXT_FONT = '1em "Instrument Sans Variable"'

/** The first page ignores a late font, because words would move; later pages use it under another name. */
export async function loadTextFont(): Promise<void> {
  // Without it, the fallback fonts stay.
  const loaded = await document.fonts.load(TEXT_FONT).catch(() => [])
  // theme.js then requests it at once on the next visit, because it is in the browser's cache.
  if (loaded.length > 0) writeStorage('localStorage', 'text-font', 'cached')
}

export function takeTextFont(): void {
  if (document.fonts.check(TEXT_FONT)) document.documentElement.dataset.font = 'text'
}
