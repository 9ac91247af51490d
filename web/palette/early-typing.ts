import { MAX_LENGTH } from '../../contract/limits.ts'

// Part of the first load: between the moment the palette is called for and the moment it opens, it may have to be loaded.

let typed: string | undefined

/** Keeps what is typed from here on for the palette, which has no field yet. */
export function keepTyping(): void {
  if (typed !== undefined) return
  typed = ''
  // Before anything else on the page sees a letter.
  addEventListener('keydown', onKey, { capture: true })
}

/** What was typed; from here on, keys do what they always do. */
export function takeTyped(): string {
  const text = typed ?? ''
  typed = undefined
  removeEventListener('keydown', onKey, { capture: true })
  return text
}

function onKey(event: KeyboardEvent): void {
  const { key } = event
  if (typed === undefined || event.ctrlKey || event.metaKey || event.altKey) return
  if (key === 'Backspace') typed = [...typed].slice(0, -1).join('')
  else if ([...key].length === 1) typed = (typed + key).slice(0, MAX_LENGTH.search)
  else if (key !== 'Enter') return
  event.preventDefault()
  event.stopImmediatePropagation()
}
