import { isApple } from '../../../ui/is-apple.ts'
import { pressedKey } from './pressed-key.ts'
import { areShortcutsOn } from './setting.ts'

export function isFindKey(event: KeyboardEvent): boolean {
  return isCommandK(event) || (pressedKey(event) === '/' && areShortcutsOn())
}

/** In an editor the key makes a link; the editor has then prevented the default. */
export function isCommandK(event: KeyboardEvent): boolean {
  const isCommand = event.metaKey || (event.ctrlKey && !isApple())
  const isK = event.key.toLowerCase() === 'k' || event.code === 'KeyK'
  return isCommand && isK && !event.altKey && !event.shiftKey && !event.defaultPrevented
}
