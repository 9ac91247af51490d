import { readStorage, writeStorage } from '../../app/api/storage.ts'
import { isApple } from '../../ui/is-apple.ts'

const TYPING = 'input, textarea, select, [contenteditable]'
const OPEN_LAYER = 'dialog[open], [role=menu], [role=listbox]'

const SETTING = 'shortcuts'
const OFF = 'off'

export function areShortcutsOn(): boolean {
  return readStorage('localStorage', SETTING) !== OFF
}

export function switchShortcuts(isOn: boolean): void {
  writeStorage('localStorage', SETTING, isOn ? null : OFF)
}

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

export function isFindKey(event: KeyboardEvent): boolean {
  return isCommandK(event) || (pressedKey(event) === '/' && areShortcutsOn())
}

/** In an editor the key makes a link; the editor has then prevented the default. */
export function isCommandK(event: KeyboardEvent): boolean {
  const isCommand = event.metaKey || (event.ctrlKey && !isApple())
  const isK = event.key.toLowerCase() === 'k' || event.code === 'KeyK'
  return isCommand && isK && !event.altKey && !event.shiftKey && !event.defaultPrevented
}
