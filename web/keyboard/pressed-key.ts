const TYPING = 'input, textarea, select, [contenteditable]'
/** What has keys of its own while it is open. */
const OPEN_LAYER = 'dialog[open], [role=menu], [role=listbox]'

/** The key that was pressed as a command; undefined while someone types, or with a modifier. */
export function pressedKey(event: KeyboardEvent): string | undefined {
  const { target, key, code } = event
  if (event.defaultPrevented || event.isComposing || event.ctrlKey || event.metaKey || event.altKey) {
    return undefined
  }
  if (target instanceof Element && target.closest(TYPING)) return undefined
  if (document.querySelector(OPEN_LAYER)) return undefined
  // On a keyboard without Latin letters, what counts is the place of the key.
  const isForeign = /^\P{ASCII}$/u.test(key) && code.startsWith('Key')
  return (isForeign ? code.slice('Key'.length) : key).toLowerCase()
}
