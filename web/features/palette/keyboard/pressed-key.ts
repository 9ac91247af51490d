const TYPING = 'input, textarea, select, [contenteditable]'
/** These handle keys themselves while they are open. */
const OPEN_LAYER = 'dialog[open], [role=menu], [role=listbox]'

export function pressedKey(event: KeyboardEvent): string | undefined {
  const { target, key, code } = event
  if (event.defaultPrevented || event.isComposing || event.ctrlKey || event.metaKey || event.altKey) {
    return undefined
  }
  if (target instanceof Element && target.closest(TYPING)) return undefined
  if (document.querySelector(OPEN_LAYER)) return undefined
  // On keyboards without Latin letters, the position of the key counts.
  const isForeign = /^\P{ASCII}$/u.test(key) && code.startsWith('Key')
  return (isForeign ? code.slice('Key'.length) : key).toLowerCase()
}
