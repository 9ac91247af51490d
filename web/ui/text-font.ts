export const TEXT_FONT = '"Instrument Sans Variable"'

/**
 * Keeps the fallback font on the current page. Words have other widths in the text font, so they would move under the
 * reader if it were used as soon as it arrives.
 */
export function keepFallbackFont(): void {
  document.documentElement.dataset.font = 'fallback'
}

/** Uses the text font from here on, if it has arrived by now. */
export function takeTextFont(): void {
  if (document.fonts.check(`1em ${TEXT_FONT}`)) delete document.documentElement.dataset.font
}
