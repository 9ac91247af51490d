import { MAX_LENGTH } from '../../../contract/limits.ts'

// Part of the first load: what is typed before the palette has loaded.

let typed: string | undefined

export function keepTyping(): void {
  if (typed !== undefined) return
  typed = ''
  // Before anything else on the page gets the key.
  addEventListener('keydown', onKey, { capture: true })
}

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
